import type { Area } from '../../platform/area.ts'
import { migrationsBeside } from '../../platform/tables.ts'

export { showFulfillment } from './fulfillment/queries.ts'
export { type Parcel, recordFulfillments, trackingPageOf } from './fulfillment/record-fulfillments.ts'
export { type RefundedUnits, refundShippedUnits } from './fulfillment/refund-shipped-units.ts'
export { readTracking } from './fulfillment/tracking.ts'
export { cancelFulfillmentOrders } from './fulfillment-order/cancel-with-order.ts'
export { bringAbout } from './fulfillment-order/command-orders.ts'
export { editableUnits } from './fulfillment-order/editable-units.ts'
export {
  openFulfillmentOrders,
  recordHistoricShipment,
} from './fulfillment-order/open-fulfillment-orders.ts'
export { type FulfillmentStatus, fulfillmentStatus } from './fulfillment-order/order-status.ts'
export type { AcceptedOrder } from './fulfillment-order/queries.ts'
export { shipOrderLines } from './fulfillment-order/shipping-units.ts'
export type { FulfillmentOrderState } from './fulfillment-order/units.ts'
export { createLocation, type NewLocation } from './location/create-location.ts'
export { type Assignment, route } from './routing/rules.ts'
export { createShippingMethod, type NewShippingMethod } from './shipping-method/create-shipping-method.ts'
export { type ChosenShipping, chooseShipping } from './shipping-method/rules.ts'

export const fulfillment: Area = { name: 'fulfillment', migrations: migrationsBeside(import.meta.url), operations: [] }
