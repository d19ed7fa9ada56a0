import assert from 'node:assert/strict'
import { afterEach, before, describe, test } from 'node:test'
import { startApi } from '../../../../test/harness.ts'
import { assertOrderInvariants } from '../../../../test/invariants.ts'
import { orderNow, place } from '../../../../test/orders.ts'
import { makeWorld, type World } from '../../../../test/world.ts'
import type { Transact } from '../../../platform/database.ts'
import { many, one, run, sql } from '../../../platform/sql.ts'
import { conduct } from '../../payments/index.ts'
import { getOrderForUpdate } from '../order/facts.ts'
import updateOrder from '../updating/update-order.ts'
import { beginCancel } from './begin.ts'
import cancelOrder from './cancel-order.ts'

describe('Canceling an order that a gateway holds money for', () => {
  const api = startApi()
  let shop: World
  before(async () => {
    shop = await makeWorld(api, { stock: { lantern: 500 } })
  })
  afterEach(() => assertOrderInvariants(api.database.pool, api.store_id))

  const flow = (payment_flow: string) =>
    run(api.database.pool, sql`update gateways set payment_flow = ${payment_flow} where store_id = ${api.store_id}`)
  const paid = (card_token = 'test_gw_approve') =>
    place(api, {
      lines: [{ product_id: shop.variants.lantern, quantity: 2 }],
      payment_method: 'card_token',
      payment_details: { card_token },
    })
  const cancel = (number: string, body: object = {}, headers = {}) =>
    api.call(cancelOrder, { params: { number }, body: { cancel_reason: 'no longer wanted', ...body }, headers })
  const ledger = () =>
    many<{ kind: string }>(
      api.database.pool,
      sql`select kind from test_gateway.entries where kind in ('void', 'refund') order by created_at`,
    )

  test('voids an open authorization, always', async () => {
    await flow('auth-capture')
    const { number, total_incl_tax } = await paid()
    const before = (await ledger()).length
    const { status, body, events } = await cancel(number)
    assert.equal(status, 200)
    assert.deepEqual([body.status, body.payment_status, body.total_outstanding], ['canceled', 'voided', '0.00'])
    assert.deepEqual(
      body.transactions.map((each: { type: string; amount: string }) => [each.type, each.amount]),
      [
        ['authorize', total_incl_tax],
        ['void', total_incl_tax],
      ],
    )
    assert.deepEqual([events.sort(), (await ledger()).length - before], [['order.updated', 'transaction.created'], 1])
  })

  test('voids it when an update cancels, too, with the other fields of that update', async () => {
    await flow('auth-capture')
    const { number } = await paid()
    const { status, body } = await api.call(updateOrder, { params: { number }, body: { status: 'canceled', tags: ['late'] } })
    assert.deepEqual([status, body.status, body.payment_status, body.tags], [200, 'canceled', 'voided', ['late']])
    const row = await one<{ cancel_reason: string }>(
      api.database.pool,
      sql`select cancel_reason from orders where store_id = ${api.store_id} and number = ${Number(number)}`,
    )
    assert.equal(row.cancel_reason, 'canceled by update')
  })

  test('gives captured money back when all of it shall go back', async () => {
    await flow('charge')
    const { number, total_incl_tax } = await paid()
    const { body } = await cancel(number, { full_refund: true })
    assert.deepEqual([body.status, body.payment_status, body.total_outstanding], ['canceled', 'refunded', '0.00'])
    assert.deepEqual(
      [body.refunds[0].total_refund_amount, body.refunds[0].total_return_incl_tax],
      [total_incl_tax, total_incl_tax],
    )
    assert.equal(body.refunds[0].transactions.length, 1)
  })

  test('changes nothing but the failed transaction when the gateway refuses', async () => {
    await flow('charge')
    const { number, lines } = await paid('test_gw_refund_fail')
    const { status, body } = await cancel(number, { full_refund: true })
    assert.deepEqual([status, body.code], [400, 'refund_failed'])
    const after = await orderNow(api, number)
    assert.deepEqual([after.status, after.payment_status, after.refunds], ['open', 'paid', []])
    assert.deepEqual(after.lines, lines)
    assert.deepEqual(
      after.transactions.map((each: { type: string; status: string }) => `${each.type} ${each.status}`),
      ['debit succeeded', 'refund failed'],
    )
    assert.equal((await cancel(number)).body.status, 'canceled')
  })

  test('asks the gateway once, however many cancel at the same time', async () => {
    await flow('auth-capture')
    const { number } = await paid()
    const before = (await ledger()).length
    const answers = await Promise.all([1, 2, 3].map(() => cancel(number)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409])
    assert.equal((await ledger()).length - before, 1)
  })

  test('is finished by whoever hears the last answer of the gateways', async () => {
    await flow('auth-capture')
    const { number } = await paid()
    const store = { id: api.store_id, label: 'x', timezone: 'UTC', primary_domain: 'x.example.com' }
    const transact: Transact = work =>
      api.database.transact({ actor: { kind: 'system', id: null, name: 'tests' }, request_id: null }, work)
    // The process that began the cancellation dies here.
    const [intent] = await transact(async db =>
      beginCancel(db, store, await getOrderForUpdate(db, store, Number(number)), {
        reason: 'crash',
        full_refund: false,
        notify: false,
        fields: null,
        idempotency: null,
        now: new Date(),
      }),
    )
    assert.deepEqual([(await cancel(number)).body.code, (await orderNow(api, number)).status], ['already_canceled', 'open'])
    await conduct({ transact, db: api.database.pool }, store, intent!)
    assert.equal((await orderNow(api, number)).status, 'canceled')
  })

  test('answers a repeated request with the same key from what it did', async () => {
    await flow('auth-capture')
    const { number } = await paid()
    const key = { 'Idempotency-Key': `cancel-${number}` }
    const first = await cancel(number, {}, key)
    const second = await cancel(number, {}, key)
    assert.deepEqual([first.status, second.status, second.body], [200, 200, first.body])
  })
})
