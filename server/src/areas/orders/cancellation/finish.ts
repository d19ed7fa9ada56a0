import type { Transaction } from '../../../platform/database.ts'
import { type Cents, cents, decimal, sum } from '../../../platform/money.ts'
import { cancelFulfillmentOrders } from '../../fulfillment/index.ts'
import { recordExternalRefund } from '../../payments/index.ts'
import { type OrderFacts, readFacts } from '../order/facts.ts'
import { followOrder } from '../order/follow.ts'
import { fulfillable, paymentOf } from '../order/standing.ts'
import { type RefundDraft, type RefundedLine, recordRefund } from '../refund/record-refund.ts'
import { discrepancy } from '../refund/rules.ts'
import { saveFields } from '../updating/fields.ts'
import type { Cancellation } from './draft.ts'
import { emptyOrder, type Movement } from './queries.ts'
import { givebacks, needsGateway } from './rules.ts'

type Shop = { id: number }
type Refunded = RefundDraft['transactions']

const refundsAmong = (movements: readonly Movement[]): Refunded =>
  movements
    .filter(({ kind, state }) => kind === 'refund' && state === 'succeeded')
    .map(({ transaction_id, amount }) => ({ id: transaction_id, amount: cents(amount) }))

/** Cancels the order, now that the gateways have done their part. The order is locked. */
export async function finishCancel(
  db: Transaction,
  store: Shop,
  cancellation: Cancellation,
  movements: readonly Movement[],
  now: Date,
): Promise<void> {
  const { order_number: number, reason, full_refund, fields, notify } = cancellation
  if (fields) await saveFields(db, store.id, number, fields.row)
  const order = await readFacts(db, store.id, number)
  const removals = await cancelFulfillmentOrders(db, store.id, order)
  const refunded = [...refundsAmong(movements), ...(full_refund ? await refundElsewhere(db, store, order, now) : [])]
  const isVirtual = full_refund && order.virtual_paid > order.virtual_refunded
  await emptyOrder(db, store.id, number, reason, full_refund)
  if (refunded.length > 0 || isVirtual) {
    const places = new Map(
      removals.flatMap(({ order: from, removed }) => removed.map(units => [units.order_line_id, from.location_id] as const)),
    )
    const shipping = { amount_excl_tax: order.shipping_excl_tax, amount_incl_tax: order.shipping_incl_tax }
    const given = isVirtual ? order.virtual_paid - order.virtual_refunded : 0n
    await record(db, store, order, {
      lines: refundedLines(order, places),
      shipping,
      refunded,
      given,
      movements,
      now,
      note: reason,
    })
  }
  const changes = {
    ...fields?.changes,
    status: { before: order.status, after: 'canceled' },
    total_incl_tax: { before: decimal(order.total_incl_tax), after: '0.00' },
  }
  const detail = { cancel_reason: reason, send_cancel_notification: notify }
  await followOrder(db, store, number, { now, changes, detail })
}

/** Keeps what the gateways did before one of them refused: the order stays, and the money that went back is a refund without lines. */
export async function keepWhatWentBack(
  db: Transaction,
  store: Shop,
  cancellation: Cancellation,
  movements: readonly Movement[],
  now: Date,
): Promise<void> {
  const refunded = refundsAmong(movements)
  if (refunded.length === 0) return
  const order = await readFacts(db, store.id, cancellation.order_number)
  const shipping = { amount_excl_tax: 0n, amount_incl_tax: 0n }
  await record(db, store, order, { lines: [], shipping, refunded, given: 0n, movements, now, note: cancellation.reason })
  await followOrder(db, store, order.number, { now })
}

/** Money that came past the gateways goes back past them: it is only written down. */
async function refundElsewhere(db: Transaction, store: Shop, order: OrderFacts, now: Date): Promise<Refunded> {
  const refunded: Refunded = []
  for (const { parent, amount } of givebacks(order, true, now).filter(each => each.kind === 'refund' && !needsGateway(each))) {
    const { currency, customer_id, report_currency, report_rate } = order
    const id = await recordExternalRefund(db, store, {
      order_number: order.number,
      customer_id,
      amount,
      currency,
      payment_method: parent.payment_method,
      parent_transaction_id: parent.id,
      report: { currency: report_currency, rate: report_rate },
      at: now,
    })
    refunded.push({ id, amount })
  }
  return refunded
}

// Our choice: a line whose units were spread over several locations names one of them.
function refundedLines(order: OrderFacts, places: ReadonlyMap<number, number>): RefundedLine[] {
  return order.lines
    .filter(line => fulfillable(line) > 0)
    .map(line => ({
      order_line_id: line.id,
      quantity: fulfillable(line),
      restock_type: 'cancel',
      location_id: places.get(line.id) ?? null,
      amount_excl_tax: line.price_excl_tax,
      amount_incl_tax: line.price_incl_tax,
    }))
}

interface Recorded {
  lines: RefundedLine[]
  shipping: { amount_excl_tax: Cents; amount_incl_tax: Cents }
  refunded: Refunded
  /** What a test card got back, which has no transactions. */
  given: Cents
  movements: readonly Movement[]
  now: Date
  note: string
}

async function record(
  db: Transaction,
  store: Shop,
  order: OrderFacts,
  { lines, shipping, refunded, given, movements, now, note }: Recorded,
): Promise<void> {
  // The movements through gateways are among the facts already; what was owed before them is what the refund settles.
  const outstanding = paymentOf(order, now).total_outstanding - sum(refundsAmong(movements).map(({ amount }) => amount))
  const money = sum(refunded.map(({ amount }) => amount)) + given
  const returned = sum(lines.map(({ amount_incl_tax }) => amount_incl_tax)) + shipping.amount_incl_tax
  const difference = discrepancy({ returned, refunded: money, outstanding })
  const adjustments: RefundDraft['adjustments'] = []
  if (shipping.amount_incl_tax > 0n) adjustments.push({ type: 'refund_shipping', ...shipping })
  if (difference !== 0n)
    adjustments.push({ type: 'refund_discrepancy', amount_excl_tax: difference, amount_incl_tax: difference })
  const draft = { order_number: order.number, note, user_id: null, lines, adjustments, transactions: refunded }
  await recordRefund(db, store, draft, { currency: order.report_currency, rate: order.report_rate })
}
