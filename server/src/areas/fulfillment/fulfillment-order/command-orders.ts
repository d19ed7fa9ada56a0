import type { Transaction } from '../../../platform/database.ts'
import { type Parcel, recordFulfillments } from '../fulfillment/record-fulfillments.ts'
import { applySteps, commandFor, type FulfillmentStatus, type Step } from './order-status.ts'
import { type AcceptedOrder, type Remarks, saveFulfillmentOrders } from './queries.ts'
import { shipUnits } from './shipping-units.ts'

interface Commanded {
  number: number
  is_test: boolean
  shipping_method: string
  fulfillment_status: FulfillmentStatus
  has_shipping_address: boolean
  fulfillment_orders: readonly AcceptedOrder[]
}

/**
 * Does with the fulfillment orders of an order what makes its status the requested one; 409 when nothing can. Answers the units that
 * it shipped on the way.
 */
export async function bringAbout(
  db: Transaction,
  store: { id: number },
  order: Commanded,
  requested: FulfillmentStatus,
  now: Date,
): Promise<Parcel[]> {
  const steps = commandFor(requested, order.fulfillment_status, order.fulfillment_orders, {
    hasShippingAddress: order.has_shipping_address,
  })
  const shipped = new Set(idsOf(steps, 'ship'))
  const touched = new Set(steps.map(step => step.fulfillment_order_id))
  const after = applySteps(order.fulfillment_orders, steps).filter(({ id }) => touched.has(id) && !shipped.has(id))
  await saveFulfillmentOrders(db, store.id, after, remarksOf(steps, now))
  // Our choice: each fulfillment order leaves as a parcel of its own, and the customer is not told.
  const parcels = order.fulfillment_orders.filter(({ id }) => shipped.has(id)).map(each => [shipUnits(each)])
  if (parcels.length > 0) await recordFulfillments(db, store, parcels, { order, tracking: [], notify: false })
  return parcels
}

const idsOf = (steps: readonly Step[], action: Step['action']) =>
  steps.filter(step => step.action === action).map(step => step.fulfillment_order_id)

function remarksOf(steps: readonly Step[], now: Date): Map<number, Remarks> {
  const hold = { reason: 'other', reason_message: 'held by order update', created_at: now.toISOString() }
  return new Map<number, Remarks>([
    ...idsOf(steps, 'hold').map(id => [id, { hold }] as const),
    ...idsOf(steps, 'send').map(
      id => [id, { merchant_request: { type: 'fulfill_request', message: null, notify: false } }] as const,
    ),
    ...idsOf(steps, 'reject').map(id => [id, { rejection: { reason: 'other', message: '' } }] as const),
  ])
}
