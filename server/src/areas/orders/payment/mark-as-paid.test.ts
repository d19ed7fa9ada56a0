import assert from 'node:assert/strict'
import { afterEach, before, describe, test } from 'node:test'
import { startApi } from '../../../../test/harness.ts'
import { assertOrderInvariants } from '../../../../test/invariants.ts'
import { orderNow, place } from '../../../../test/orders.ts'
import { makeWorld, type World } from '../../../../test/world.ts'
import { run, sql } from '../../../platform/sql.ts'
import { createExternalPaymentMethod } from '../../payments/index.ts'
import cancelOrder from '../cancellation/cancel-order.ts'
import markAsPaid from './mark-as-paid.ts'

describe('Marking an order as paid', () => {
  const api = startApi()
  let shop: World
  before(async () => {
    shop = await makeWorld(api)
    await createExternalPaymentMethod(api.database.pool, api.store_id, { name: 'Bank transfer', code: 'bank' })
  })
  afterEach(() => assertOrderInvariants(api.database.pool, api.store_id))

  const order = (rest: object = {}) => place(api, { lines: [{ product_id: shop.variants.candle, quantity: 1 }], ...rest })
  const mark = (number: string, body?: object) => api.call(markAsPaid, { params: { number }, body })

  test('records a payment of all that is owed, and tells of both once', async () => {
    const { number, total_incl_tax } = await order({ payment_method: 'external' })
    const { status, body, events, headers } = await mark(number, { external_payment_method: 'bank' })
    assert.equal(status, 200)
    assert.deepEqual(events.sort(), ['order.updated', 'transaction.created'])
    assert.deepEqual([body.payment_status, body.total_outstanding], ['paid', '0.00'])
    const [debit] = body.transactions
    assert.deepEqual(
      [debit.type, debit.status, debit.amount, debit.is_external, debit.response_code, debit.payment_method],
      ['debit', 'succeeded', total_incl_tax, true, 1000, 'bank'],
    )
    assert.equal(headers.get('etag'), '"2"')
  })

  test('needs no body, and then names the method `external`', async () => {
    const { number } = await order()
    const { body } = await mark(number)
    assert.equal(body.transactions[0].payment_method, 'external')
  })

  test('happens once, however many ask at the same time', async () => {
    const { number } = await order()
    const answers = await Promise.all([1, 2, 3].map(() => mark(number)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409])
    assert.equal((await orderNow(api, number)).transactions.length, 1)
  })

  test('refuses an order that is paid, without a trace', async () => {
    const { number } = await order()
    await mark(number)
    const { status, body, events } = await mark(number)
    assert.deepEqual([status, body.code, events], [409, 'already_paid', []])
  })

  test('refuses an order whose money a gateway holds', async () => {
    await run(api.database.pool, sql`update gateways set payment_flow = 'auth-capture' where store_id = ${api.store_id}`)
    const { number, payment_status } = await order({
      payment_method: 'card_token',
      payment_details: { card_token: 'test_gw_approve' },
    })
    assert.equal(payment_status, 'authorized')
    const { status, body } = await mark(number)
    assert.deepEqual([status, body.code], [409, 'open_authorization'])
  })

  test('refuses a canceled order', async () => {
    const { number } = await order()
    await api.call(cancelOrder, { params: { number }, body: { cancel_reason: 'x' } })
    const { status, body } = await mark(number)
    assert.deepEqual([status, body.code], [409, 'order_canceled'])
  })

  test('refuses a method that the store does not have', async () => {
    const { number } = await order()
    const { status, body } = await mark(number, { external_payment_method: 'pigeon' })
    assert.deepEqual([status, body.errors[0].field, body.errors[0].code], [400, 'external_payment_method', 'does_not_exist'])
  })
})
