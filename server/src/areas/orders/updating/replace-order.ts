import { outsideWrite } from '../../../platform/operation.ts'
import { anyOf } from '../../../platform/scopes.ts'
import { Order, OrderPath } from '../order/contract.ts'
import { answerUpdate } from './answer-update.ts'
import { OrderUpdate } from './contract.ts'

export default outsideWrite({
  id: 'ordersUpdate',
  summary: 'Change what is sent of an order; the attribution is replaced as a whole.',
  method: 'PUT',
  path: '/orders/:number/',
  scopes: anyOf('orders:write'),
  params: OrderPath,
  body: OrderUpdate,
  response: Order,

  handle: asked => answerUpdate(asked, true),
})
