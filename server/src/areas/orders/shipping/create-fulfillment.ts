import { write } from '../../../platform/operation.ts'
import { anyOf } from '../../../platform/scopes.ts'
import { Fulfillment } from '../../fulfillment/fulfillment/contract.ts'
import { readTracking, recordFulfillments, showFulfillment, trackingPageOf } from '../../fulfillment/index.ts'
import { OrderPath } from '../order/contract.ts'
import { getOrderForUpdate } from '../order/facts.ts'
import { followOrder } from '../order/follow.ts'
import { OrderFulfillmentCreate } from './contract.ts'
import { countShipped } from './queries.ts'
import { shipLines } from './rules.ts'

export default write({
  id: 'ordersFulfillmentsCreate',
  summary: 'Ship lines of an order.',
  description:
    'Lines at several locations leave as one fulfillment each, all with the same tracking; the answer is the first of them.',
  method: 'POST',
  path: '/orders/:number/fulfillments/',
  scopes: anyOf('orders:write'),
  params: OrderPath,
  body: OrderFulfillmentCreate,
  response: Fulfillment,
  status: 201,

  async handle({ params, body, db, store, now }) {
    const order = await getOrderForUpdate(db, store, params.number)
    const parcels = shipLines(order, body)
    const tracking = readTracking([body], await trackingPageOf(db, store))
    const notify = body.send_shipped_notification ?? true
    const ids = await recordFulfillments(db, store, parcels, { order, tracking, notify })
    await countShipped(db, store.id, order.number, parcels)
    const changes = { fulfillments: { before: order.fulfillments.length, after: order.fulfillments.length + ids.length } }
    await followOrder(db, store, order.number, { now, changes })
    return showFulfillment(db, store, ids[0]!)
  },
})
