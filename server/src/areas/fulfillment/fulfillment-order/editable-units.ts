import { advance, may } from './lifecycle.ts'
import { allUnitsLeft, type FulfillmentOrderState, hasUnitsLeft, type Units, unitsLeft, unitsOf, withoutUnits } from './units.ts'

/** A fulfillment order after some of its units left the order, and which: their stock is free again. */
export interface Removal<Order extends FulfillmentOrderState> {
  order: Order
  removed: Units[]
}

/** How many units of the line can still be taken out: nobody is working on them, and none was shipped. */
export function editableUnits(orders: readonly FulfillmentOrderState[], orderLineId: number, orderStatus: string): number {
  if (orderStatus !== 'open') return 0
  return orders
    .filter(isEditable)
    .flatMap(allUnitsLeft)
    .reduce((sum, units) => sum + (units.order_line_id === orderLineId ? units.quantity : 0), 0)
}

/**
 * Takes units of one order line out of the editable fulfillment orders, newest first, and returns those that changed. The
 * quantity must not exceed what is editable.
 */
export function shrinkUnits<Order extends FulfillmentOrderState>(
  orders: readonly Order[],
  orderLineId: number,
  quantity: number,
): Removal<Order>[] {
  let wanted = quantity
  const removals: Removal<Order>[] = []
  for (const order of orders.filter(isEditable).sort((a, b) => b.id - a.id)) {
    const removed: Units[] = []
    for (const line of order.lines) {
      const taken = line.order_line_id === orderLineId ? Math.min(wanted, unitsLeft(line)) : 0
      if (taken > 0) removed.push(unitsOf(line, taken))
      wanted -= taken
    }
    if (removed.length > 0) removals.push({ order: removeUnits(order, removed), removed })
  }
  if (wanted > 0) throw new RangeError(`Order line ${orderLineId} has ${quantity - wanted} editable units, not ${quantity}.`)
  return removals
}

/** The fulfillment order of an order that is being canceled: what was not shipped leaves it. */
export function cancelWithOrder<Order extends FulfillmentOrderState>(order: Order): Removal<Order> {
  const removed = allUnitsLeft(order)
  return { order: removeUnits(order, removed), removed }
}

/** Whether units can be taken out of it. */
const isEditable = (order: FulfillmentOrderState) => may(order, 'remove_all')

// Our choice: an order whose remaining units were all shipped ends as closed, so that what was shipped still counts.
function removeUnits<Order extends FulfillmentOrderState>(order: Order, units: readonly Units[]): Order {
  const after = withoutUnits(order, units)
  if (hasUnitsLeft(after)) return after
  return advance(after, after.lines.some(line => line.quantity > 0) ? 'remove_rest' : 'remove_all')
}
