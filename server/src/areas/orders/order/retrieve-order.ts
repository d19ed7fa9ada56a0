import { read } from '../../../platform/operation.ts'
import { anyOf } from '../../../platform/scopes.ts'
import { Order, OrderPath } from './contract.ts'
import { showOrder } from './queries.ts'

export default read({
  id: 'ordersRetrieve',
  summary: 'Retrieve an order.',
  method: 'GET',
  path: '/orders/:number/',
  scopes: anyOf('orders:read'),
  params: OrderPath,
  response: Order,

  handle: ({ params, db, store }) => showOrder(db, store, params.number),
})
