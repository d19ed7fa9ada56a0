import type { Area } from '../../platform/area.ts'
import { migrationsBeside } from '../../platform/tables.ts'
import { settleWith } from '../payments/index.ts'
import cancelOrder from './cancellation/cancel-order.ts'
import { cancelSettlement } from './cancellation/settlement.ts'
import createOrderNote from './note/create-order-note.ts'
import listOrderNotes from './note/list-order-notes.ts'
import { archiveOld } from './order/archive-old.ts'
import createOrder from './order/create-order.ts'
import { followTransaction } from './order/follow.ts'
import listOrders from './order/list-orders.ts'
import { refreshPaymentStatus } from './order/refresh-payment-status.ts'
import retrieveOrder from './order/retrieve-order.ts'
import markAsPaid from './payment/mark-as-paid.ts'
import createFulfillment from './shipping/create-fulfillment.ts'
import replaceOrder from './updating/replace-order.ts'
import updateOrder from './updating/update-order.ts'

export { readFacts } from './order/facts.ts'
export { standing } from './order/standing.ts'
export {
  draftHistory,
  groundForHistory,
  type HistoricDraft,
  type HistoricOrder,
  placeHistory,
} from './placing/place-history.ts'
export { refundHistory } from './refund/refund-history.ts'

settleWith('order.cancel', cancelSettlement)

export const orders: Area = {
  name: 'orders',
  migrations: migrationsBeside(import.meta.url),
  operations: [
    listOrders,
    createOrder,
    retrieveOrder,
    updateOrder,
    replaceOrder,
    cancelOrder,
    markAsPaid,
    createFulfillment,
    listOrderNotes,
    createOrderNote,
  ],
  tasks: [refreshPaymentStatus, archiveOld],
  subscribers: { 'transaction.created': [followTransaction] },
}
