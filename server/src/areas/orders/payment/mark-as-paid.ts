import { Type } from 'typebox'
import { invalidField } from '../../../platform/errors.ts'
import { write } from '../../../platform/operation.ts'
import { Nullable, Text } from '../../../platform/schema.ts'
import { anyOf } from '../../../platform/scopes.ts'
import { externalMethodExists, recordExternalPayment } from '../../payments/index.ts'
import { Order, OrderPath } from '../order/contract.ts'
import { getOrderForUpdate } from '../order/facts.ts'
import { showOrder } from '../order/queries.ts'
import { owedOutside } from './rules.ts'

export default write({
  id: 'ordersMarkAsPaidCreate',
  summary: 'Record that the rest of an order was paid outside every gateway.',
  method: 'POST',
  path: '/orders/:number/mark-as-paid/',
  scopes: anyOf('orders:write'),
  params: OrderPath,
  body: Type.Object({
    external_payment_method: Type.Optional(
      Nullable(Text(255, { description: 'Code of one of the external methods of the store.' })),
    ),
  }),
  response: Order,

  async handle({ params, body, db, store, now }) {
    const order = await getOrderForUpdate(db, store, params.number)
    const method = body.external_payment_method || null
    if (method && !(await externalMethodExists(db, store, method)))
      throw invalidField('external_payment_method', 'does_not_exist', 'The store has no external payment method of this code.')
    const { currency, customer_id, report_currency, report_rate } = order
    await recordExternalPayment(db, store, {
      order_number: order.number,
      customer_id,
      amount: owedOutside(order, now),
      currency,
      payment_method: method ?? 'external',
      report: { currency: report_currency, rate: report_rate },
      at: now,
    })
    return showOrder(db, store, params.number)
  },
})
