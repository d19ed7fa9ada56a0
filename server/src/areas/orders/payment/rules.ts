import { conflict } from '../../../platform/errors.ts'
import type { Cents } from '../../../platform/money.ts'
import type { OrderFacts } from '../order/facts.ts'
import { paymentOf } from '../order/standing.ts'

/** What can be recorded as paid outside the gateways: all that is owed, unless a gateway still holds money for it. */
export function owedOutside(order: OrderFacts, now: Date): Cents {
  if (order.status === 'canceled' || order.is_being_canceled)
    throw conflict('order_canceled', 'The order is canceled; it cannot be paid.')
  const { total_outstanding, authorized } = paymentOf(order, now)
  if (total_outstanding <= 0n) throw conflict('already_paid', 'Nothing is owed for the order.')
  if (authorized > 0n) throw conflict('open_authorization', 'The order has an open authorization; capture or void it first.')
  return total_outstanding
}
