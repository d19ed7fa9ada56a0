import type { Transaction } from '../../../platform/database.ts'
import { type Cents, decimal, sum } from '../../../platform/money.ts'
import { maybeOne, sql } from '../../../platform/sql.ts'
import { refundShippedUnits } from '../../fulfillment/index.ts'
import { recordExternalRefund } from '../../payments/index.ts'
import { getOrderForUpdate, type OrderFacts } from '../order/facts.ts'
import { followOrder } from '../order/follow.ts'
import { getRefundable, saveReduced } from './queries.ts'
import { type RefundDraft, recordRefund } from './record-refund.ts'
import { reduce } from './reduce.ts'
import { discrepancy } from './rules.ts'

/** A refund that another system made, on an order that came from there. */
export interface HistoricRefund {
  order_number: number
  at: Date
  note: string
  /** Shipped units that went back. */
  lines: readonly { order_line_id: number; quantity: number }[]
  /** Shipping that was given back, without tax. */
  shipping: Cents
  /** The money that went back. */
  amount: Cents
}

/** Records a refund of history: what went back leaves the order, no stock moves, and no gateway is asked. */
export async function refundHistory(db: Transaction, store: { id: number }, refund: HistoricRefund): Promise<number> {
  const { order_number: number, at, note, amount } = refund
  const order = await getOrderForUpdate(db, store, number)
  const debit = order.transactions.find(
    ({ type, status, is_external }) => type === 'debit' && status === 'succeeded' && is_external,
  )
  if (!debit) throw new Error(`Order ${number} was not paid outside.`)
  const units = Map.groupBy(refund.lines, ({ order_line_id }) => order_line_id)
  const given = new Map([...units].map(([id, lines]) => [id, lines.reduce((count, { quantity }) => count + quantity, 0)]))
  const { lines, shipping, reduced } = reduce(await getRefundable(db, store.id, number), {
    lines: given,
    shipping_excl_tax: refund.shipping,
  })
  await saveReduced(db, store.id, number, reduced)
  await refundShippedUnits(
    db,
    store.id,
    [...given].map(([order_line_id, quantity]) => ({ order_line_id, quantity, returned: false })),
  )
  const id = await recordExternalRefund(db, store, {
    order_number: number,
    customer_id: order.customer_id,
    amount,
    currency: order.currency,
    payment_method: debit.payment_method,
    parent_transaction_id: debit.id,
    report: { currency: order.report_currency, rate: await rateOf(db, store, order, at) },
    at,
  })
  const returned = sum(lines.map(({ amount_incl_tax }) => amount_incl_tax)) + shipping.amount_incl_tax
  const draft: RefundDraft = {
    ...{ order_number: number, note, user_id: null, at },
    lines: lines.map(line => ({ ...line, restock_type: 'no_restock', location_id: null })),
    adjustments: adjustmentsOf(shipping, discrepancy({ returned, refunded: amount, outstanding: order.total_outstanding })),
    transactions: [{ id, amount }],
  }
  const refund_id = await recordRefund(db, store, draft, { currency: order.report_currency, rate: order.report_rate })
  const changes = { total_incl_tax: { before: decimal(order.total_incl_tax), after: String(reduced.order.total_incl_tax) } }
  await followOrder(db, store, number, {
    now: new Date(),
    changes: returned === 0n ? {} : changes,
    detail: { refund_ids: [refund_id] },
  })
  return refund_id
}

function adjustmentsOf(
  shipping: { amount_excl_tax: Cents; amount_incl_tax: Cents },
  difference: Cents,
): RefundDraft['adjustments'] {
  const adjustments: RefundDraft['adjustments'] = []
  if (shipping.amount_incl_tax > 0n) adjustments.push({ type: 'refund_shipping', ...shipping })
  if (difference !== 0n)
    adjustments.push({ type: 'refund_discrepancy', amount_excl_tax: difference, amount_incl_tax: difference })
  return adjustments
}

/** Money is reported at the rate of the day on which it moved. */
async function rateOf(db: Transaction, store: { id: number }, order: OrderFacts, at: Date): Promise<string> {
  if (order.currency === order.report_currency) return '1'
  const found = await maybeOne<{ rate: string | null }>(
    db,
    sql`select trim_scale(exchange_rate(id, ${order.currency}, ${order.report_currency}, (${at}::timestamptz at time zone timezone)::date))::text as rate
      from stores where id = ${store.id}`,
  )
  return found?.rate ?? order.report_rate
}
