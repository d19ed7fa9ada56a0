import type { Transaction } from '../../../platform/database.ts'
import { type ApiError, invalidField } from '../../../platform/errors.ts'
import { outsideWrite, type Reply } from '../../../platform/operation.ts'
import { anyOf } from '../../../platform/scopes.ts'
import { type Card, conduct, type Intent, recordRefusal, refusalOf } from '../../payments/index.ts'
import { OrderCreate } from '../placing/contract.ts'
import { openPayment, placeWithoutGateway } from '../placing/pay.ts'
import { isFree, prepareOrder } from '../placing/place-order.ts'
import { untilReserved } from '../placing/save.ts'
import { Order } from './contract.ts'
import { showOrder } from './queries.ts'

export default outsideWrite({
  id: 'ordersCreate',
  summary: 'Create an order.',
  description:
    'Prices, taxes, stock and payment are settled in one go: either the order exists as answered, or nothing has changed.',
  method: 'POST',
  path: '/orders/',
  scopes: anyOf('orders:write'),
  body: OrderCreate,
  response: Order,
  status: 201,

  async handle({ body, db, transact, store, now, links, idempotency }) {
    checkImport(body)
    type Placed = { reply: Promise<Reply> } | { intent: Intent; card: Card } | { refusal: ApiError }
    const place = async (db: Transaction): Promise<Placed> => {
      const placing = { store, now, public_url: links.public_url, may_repeat: idempotency !== null }
      const prepared = await prepareOrder(db, body, placing)
      if (!prepared.draft) return { refusal: await recordRefusal(db, store, prepared.plan, prepared.ask) }
      const { plan, draft } = prepared
      if (plan.kind === 'gateway' && !isFree(draft))
        return { intent: await openPayment(db, store, plan, draft, idempotency), card: plan.card }
      await placeWithoutGateway(db, store, plan, draft)
      return { reply: waited(showOrder(db, store, draft.order.number)) }
    }
    const placed = await untilReserved(() => transact(place))
    if ('refusal' in placed) throw placed.refusal
    if ('reply' in placed) return placed.reply

    const outcome = await conduct({ transact, db }, store, placed.intent)
    if (outcome.state !== 'succeeded') throw refusalOf(outcome, placed.card)
    return outcome.reply
  },
})

/** Reads together with the commit; when either fails, the commit says so. */
function waited(reply: Promise<Reply>): Promise<Reply> {
  reply.catch(() => {})
  return reply
}

/** History is imported as it was: nothing is charged for it. */
function checkImport({ status, payment_method, payment_details }: OrderCreate): void {
  if (status !== 'archived' && status !== 'canceled') return
  if (payment_details) throw invalidField('payment_details', 'unsupported', `An order that arrives ${status} is not paid here.`)
  if (payment_method && (status === 'canceled' || payment_method !== 'external'))
    throw invalidField('payment_method', 'unsupported', `An order that arrives ${status} is not paid here.`)
}
