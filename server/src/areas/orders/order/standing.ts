import { editableUnits, type FulfillmentOrderState, fulfillmentStatus } from '../../fulfillment/index.ts'
import type { LineFacts, OrderFacts } from './facts.ts'
import { autoArchives, type PaymentView, paymentView } from './payment-view.ts'

export const fulfillable = (line: Pick<LineFacts, 'quantity' | 'removed_quantity' | 'fulfilled_quantity'>): number =>
  line.quantity - line.removed_quantity - line.fulfilled_quantity

/** Everything that is stored about an order although it follows from other rows: lists filter by it. */
export type Standing = Pick<
  OrderFacts,
  | 'status'
  | 'fulfillment_status'
  | 'payment_status'
  | 'total_outstanding'
  | 'has_split_fulfillment'
  | 'partially_fulfilled'
  | 'delivery_statuses'
  | 'location_ids'
> & { editable: { id: number; editable_quantity: number }[] }

/** How an order stands, from its facts. An order that is finished archives itself, unless told to stay open. */
export function standing(order: OrderFacts, now: Date, { staysOpen = false } = {}): Standing {
  const { payment_status, total_outstanding } = paymentOf(order, now)
  const forShipping = order.fulfillment_orders.filter(each => each.status !== 'canceled' && each.lines.some(isShippable))
  const after = {
    fulfillment_status: fulfillmentStatus(
      order.fulfillment_orders,
      order.lines.some(line => line.requires_shipping),
    ),
    payment_status,
    total_outstanding,
    has_split_fulfillment: forShipping.length > 1,
    partially_fulfilled:
      order.fulfillments.length > 0 && order.lines.some(line => line.requires_shipping && fulfillable(line) > 0),
    delivery_statuses: distinct(order.fulfillments.flatMap(({ delivery_status }) => delivery_status ?? [])),
    location_ids: distinct(
      order.fulfillment_orders.filter(({ status }) => status !== 'canceled').map(({ location_id }) => location_id),
    ),
    // Whether the order is open is asked when the figure is shown, so that it need not be stored anew.
    editable: order.lines.map(({ id }) => ({ id, editable_quantity: editableUnits(order.fulfillment_orders, id, 'open') })),
  }
  const lines = order.lines.map(line => ({ fulfillable_quantity: fulfillable(line) }))
  const archives =
    !staysOpen && autoArchives({ ...after, status: order.status, lines, fulfillment_orders: order.fulfillment_orders })
  return { ...after, status: archives ? 'archived' : order.status }
}

/** What was paid for the order and what is owed. */
export function paymentOf(order: OrderFacts, now: Date): PaymentView {
  return paymentView(order.transactions, { ...order, now })
}

const isShippable = (line: FulfillmentOrderState['lines'][number]) => line.requires_shipping && line.quantity > 0

const distinct = <Value extends string | number>(values: readonly Value[]): Value[] =>
  [...new Set(values)].sort((a, b) => (a < b ? -1 : 1))
