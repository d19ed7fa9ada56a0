import type { Store } from '../../../platform/caller.ts'
import type { Transaction } from '../../../platform/database.ts'
import { cents, decimal } from '../../../platform/money.ts'
import type { IdempotencyClaim, Reply } from '../../../platform/operation.ts'
import { run, sql } from '../../../platform/sql.ts'
import {
  attachTransaction,
  type Intent,
  openIntent,
  type PaymentPlan,
  recordExternalPayment,
  settleWith,
} from '../../payments/index.ts'
import { paymentView } from '../order/payment-view.ts'
import { showOrder } from '../order/queries.ts'
import type { OrderDraft } from './draft.ts'
import { noteUses, place, release, reserve } from './save.ts'

type GatewayPlan = Extract<PaymentPlan, { kind: 'gateway' }>
const PURPOSE = 'order.create'

/** Writes down that the gateway is about to be asked; the order waits in the intent, its stock is held. */
export async function openPayment(
  db: Transaction,
  store: Store,
  plan: GatewayPlan,
  draft: OrderDraft,
  idempotency: IdempotencyClaim | null,
): Promise<Intent> {
  await reserve(db, store, draft, draft.customer?.id ?? null)
  return openIntent(db, store, {
    purpose: PURPOSE,
    kind: plan.flow,
    amount: plan.amount,
    currency: draft.order.currency,
    gateway_id: plan.gateway.id,
    card: plan.card,
    parent_transaction_id: null,
    order_number: null,
    customer_id: draft.customer?.id ?? null,
    report: { currency: draft.order.report_currency, rate: draft.order.report_rate },
    is_test: plan.is_test,
    statement_descriptor: plan.statement_descriptor,
    payment_method: 'bankcard',
    draft: draft as unknown as Record<string, unknown>,
    idempotency,
    key: plan.intent_key,
    save_card: plan.save_card,
  })
}

/** Places an order that no gateway is asked about: unpaid, paid elsewhere, or with a card that only tests. */
export async function placeWithoutGateway(db: Transaction, store: Store, plan: PaymentPlan, draft: OrderDraft): Promise<void> {
  const { order } = draft
  const customer_id = await place(db, store, withTestPayment(plan, draft))
  if (order.status === 'archived' && plan.kind === 'external') {
    await recordExternalPayment(db, store, {
      order_number: order.number,
      customer_id,
      amount: cents(order.total_incl_tax),
      currency: order.currency,
      payment_method: plan.payment_method,
      report: { currency: order.report_currency, rate: order.report_rate },
      at: new Date(String(order.date_placed)),
    })
    await writePaymentView(db, store, draft, 'debit', cents(order.total_incl_tax))
  }
  await reserve(db, store, draft, customer_id)
}

function withTestPayment(plan: PaymentPlan, draft: OrderDraft): OrderDraft {
  return plan.kind === 'test_card' ? { ...draft, order: { ...draft.order, total_outstanding: '0.00' } } : draft
}

async function writePaymentView(
  db: Transaction,
  store: Store,
  { order }: OrderDraft,
  type: string,
  amount: bigint,
): Promise<void> {
  const view = paymentView([{ id: 0, type, status: 'succeeded', amount, parent_id: null, expires_at: null }], {
    total_incl_tax: cents(order.total_incl_tax),
    discrepancies: 0n,
    virtual_paid: 0n,
    virtual_refunded: 0n,
    free_at_creation: false,
    now: new Date(),
  })
  await run(
    db,
    sql`update orders set payment_status = ${view.payment_status}, total_outstanding = ${decimal(view.total_outstanding)}::numeric
      where store_id = ${store.id} and number = ${order.number}`,
  )
}

// The money has moved or has not: either the order comes about with it, or what it held is free again.
settleWith(PURPOSE, {
  async succeeded(db, store, { intent, transaction_id, draft }): Promise<Reply> {
    const placed = draft as unknown as OrderDraft
    const customer_id = await place(db, store, placed)
    await noteUses(db, store, placed, customer_id)
    await attachTransaction(db, store, transaction_id, placed.order.number, customer_id)
    await writePaymentView(db, store, placed, intent.kind === 'authorize' ? 'authorize' : 'debit', intent.amount)
    return { ...(await showOrder(db, store, placed.order.number)), status: 201 }
  },
  failed: (db, store, { draft }) => release(db, store, draft as unknown as OrderDraft),
})
