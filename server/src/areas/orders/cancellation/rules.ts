import { conflict } from '../../../platform/errors.ts'
import { type Cents, sum } from '../../../platform/money.ts'
import type { OrderFacts, TransactionFacts } from '../order/facts.ts'

/** Refuses to cancel an order that is closed already, that somebody is packing, or that has left the house and was paid. */
export function refuseCancel(order: OrderFacts): void {
  if (order.status === 'canceled') throw conflict('already_canceled', 'The order is canceled already.')
  if (order.status === 'archived')
    throw conflict('order_not_open', 'The order is archived; set its status to open before canceling it.')
  if (order.is_being_canceled) throw conflict('already_canceled', 'The order is being canceled right now.')
  if (order.fulfillment_orders.some(({ status, request_status }) => status === 'processing' || request_status === 'requested'))
    throw conflict(
      'fulfillment_in_progress',
      'A location is working on the order; request the cancellation of its fulfillment first.',
    )
  if (order.lines.some(line => line.fulfilled_quantity > 0) && order.payment_status !== 'pending')
    throw conflict('already_fulfilled', 'Units of the order were shipped; refund them instead.')
}

/** One movement of money that canceling takes. */
export interface Giveback {
  kind: 'void' | 'refund'
  parent: TransactionFacts
  amount: Cents
}

/** What must happen to the money: open authorizations are voided, and captured money goes back when all of it shall. */
export function givebacks({ transactions }: Pick<OrderFacts, 'transactions'>, fullRefund: boolean, now: Date): Giveback[] {
  const live = transactions.filter(({ status }) => status !== 'failed')
  const used = new Set(live.filter(({ type }) => type === 'debit' || type === 'void').map(({ parent_id }) => parent_id))
  const voids = live
    .filter(
      ({ id, type, status, expires_at }) =>
        type === 'authorize' && status === 'succeeded' && !used.has(id) && !(expires_at && expires_at <= now),
    )
    .map((parent): Giveback => ({ kind: 'void', parent, amount: parent.amount }))
  const refunds = live
    .filter(({ type, status }) => type === 'debit' && status === 'succeeded')
    .map((parent): Giveback => ({ kind: 'refund', parent, amount: parent.amount - refundedOf(parent, live) }))
    .filter(({ amount }) => amount > 0n)
  return fullRefund ? [...voids, ...refunds] : voids
}

const refundedOf = (debit: TransactionFacts, live: readonly TransactionFacts[]): Cents =>
  sum(live.filter(({ type, parent_id }) => type === 'refund' && parent_id === debit.id).map(({ amount }) => amount))

/** Whether a gateway must be asked; what was paid elsewhere is only written down. */
export const needsGateway = ({ parent }: Giveback): boolean => parent.gateway_id !== null && !parent.is_external
