import { conflict } from '../../../platform/errors.ts'
import { advance, refused } from './lifecycle.ts'
import {
  allUnitsLeft,
  checkLines,
  chooseUnits,
  type FulfillmentOrderState,
  hasUnitsLeft,
  type Units,
  type WantedUnits,
  withShippedUnits,
} from './units.ts'

/** A fulfillment order after some of its units were shipped, and which. */
export interface Shipment<Order extends FulfillmentOrderState> {
  order: Order
  shipped: Units[]
}

/** Ships the named units, or all that are left. */
export function shipUnits<Order extends FulfillmentOrderState>(
  order: Order,
  wanted: readonly WantedUnits[] | null = null,
): Shipment<Order> {
  checkLines(order, wanted)
  refuseUnshippable(order)
  const shipped = chooseUnits(order, wanted)
  const after = withShippedUnits(order, shipped)
  return { order: advance(after, hasUnitsLeft(after) ? 'ship_some' : 'create_fulfillment'), shipped }
}

/**
 * Ships all that is left of the named order lines, or of every line: one list of shipments for each location, in the order
 * of the lowest fulfillment order. Whether the order has such lines is for the caller to check.
 */
export function shipOrderLines<Order extends FulfillmentOrderState>(
  orders: readonly Order[],
  orderLineIds: readonly number[] | null,
): Shipment<Order>[][] {
  const named = orderLineIds?.length ? new Set(orderLineIds) : null
  const touched = orders
    .filter(order => order.status !== 'canceled')
    .map(order => ({ order, units: allUnitsLeft(order).filter(units => named?.has(units.order_line_id) ?? true) }))
    .filter(({ units }) => units.length > 0)
    .sort((a, b) => a.order.id - b.order.id)

  refuseEmptyLines(orderLineIds ?? [], new Set(touched.flatMap(({ units }) => units.map(each => each.order_line_id))))
  const shipments = touched.map(({ order, units }) =>
    shipUnits(
      order,
      units.map(({ line_id, quantity }) => ({ id: line_id, quantity })),
    ),
  )
  return [...Map.groupBy(shipments, ({ order }) => order.location_id).values()]
}

function refuseUnshippable(order: FulfillmentOrderState): void {
  if (order.status === 'on_hold') {
    throw refused(order, 'fulfillment_on_hold', 'The fulfillment order is on hold; release it before shipping.')
  }
  if (order.status !== 'canceled' && !hasUnitsLeft(order)) {
    throw refused(order, 'nothing_to_fulfill', 'Nothing is left to ship in this fulfillment order.')
  }
  advance(order, 'create_fulfillment')
}

function refuseEmptyLines(orderLineIds: readonly number[], shippable: ReadonlySet<number>): void {
  const problems = orderLineIds.flatMap((id, i) =>
    shippable.has(id)
      ? []
      : { in: 'body' as const, field: `lines.${i}`, code: 'conflict', message: `Line ${id} has nothing left.` },
  )
  if (problems.length > 0 || shippable.size === 0) {
    throw conflict('nothing_to_fulfill', 'Nothing is left to ship of these lines.', problems)
  }
}
