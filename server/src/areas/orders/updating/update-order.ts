import { outsideWrite } from '../../../platform/operation.ts'
import { anyOf } from '../../../platform/scopes.ts'
import { Order, OrderPath } from '../order/contract.ts'
import { answerUpdate } from './answer-update.ts'
import { OrderUpdate } from './contract.ts'

export default outsideWrite({
  id: 'ordersPartialUpdate',
  summary: 'Change what is sent of an order; nothing else changes.',
  method: 'PATCH',
  path: '/orders/:number/',
  scopes: anyOf('orders:write'),
  params: OrderPath,
  body: OrderUpdate,
  response: Order,

  handle: asked => answerUpdate(asked, false),
})
