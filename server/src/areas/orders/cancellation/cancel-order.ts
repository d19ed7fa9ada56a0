import { outsideWrite } from '../../../platform/operation.ts'
import { anyOf } from '../../../platform/scopes.ts'
import { Order, OrderPath } from '../order/contract.ts'
import { getOrderForUpdate } from '../order/facts.ts'
import { showOrder } from '../order/queries.ts'
import { beginCancel } from './begin.ts'
import { conductCancel } from './conduct.ts'
import { OrderCancel } from './contract.ts'

export default outsideWrite({
  id: 'ordersCancelCreate',
  summary: 'Cancel an order: its units are free again and its open authorizations end.',
  method: 'POST',
  path: '/orders/:number/cancel/',
  scopes: anyOf('orders:write'),
  params: OrderPath,
  body: OrderCancel,
  response: Order,

  async handle({ params, body, store, now, transact, db, idempotency }) {
    const { cancel_reason: reason, full_refund = false, send_cancel_notification: notify = true } = body
    const intents = await transact(async tx => {
      const order = await getOrderForUpdate(tx, store, params.number)
      return beginCancel(tx, store, order, { reason, full_refund, notify, fields: null, idempotency, now })
    })
    await conductCancel({ transact, db }, store, intents)
    return showOrder(db, store, params.number)
  },
})
