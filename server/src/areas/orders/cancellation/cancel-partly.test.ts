import assert from 'node:assert/strict'
import { afterEach, before, describe, test } from 'node:test'
import { startApi } from '../../../../test/harness.ts'
import { assertOrderInvariants } from '../../../../test/invariants.ts'
import { orderNow, type Placed, place } from '../../../../test/orders.ts'
import { makeWorld, type World } from '../../../../test/world.ts'
import { run, sql } from '../../../platform/sql.ts'
import { lockOrder } from '../order/facts.ts'
import { followOrder } from '../order/follow.ts'
import cancelOrder from './cancel-order.ts'

describe('Canceling an order that was paid twice', () => {
  const api = startApi()
  let shop: World
  before(async () => {
    shop = await makeWorld(api)
  })
  afterEach(() => assertOrderInvariants(api.database.pool, api.store_id))

  /** An order that was charged, and charged 10.00 more on another card. */
  async function paidTwice(secondCard: string): Promise<Placed> {
    const order = await place(api, {
      lines: [{ product_id: shop.variants.candle, quantity: 1 }],
      payment_method: 'card_token',
      payment_details: { card_token: 'test_gw_approve' },
    })
    const number = Number(order.number)
    await run(
      api.database.pool,
      sql`insert into transactions (store_id, order_number, type, status, amount, currency, payment_method, gateway_id, card_token, card_first_six,
          card_last_four, card_brand, card_fingerprint, response_code, is_test, report_values)
        values (${api.store_id}, ${number}, 'debit', 'succeeded', 10, 'USD', 'card_token', ${shop.gateway}, ${secondCard}, '411111', '1111', 'visa', 'x',
          1000, true, '{"amount": "10.00", "currency": "USD"}')`,
    )
    await api.database.transact({ actor: { kind: 'system', id: null, name: 'tests' }, request_id: null }, async db => {
      await lockOrder(db, { id: api.store_id }, number)
      await followOrder(db, { id: api.store_id }, number, { now: new Date() })
    })
    return orderNow(api, order.number)
  }
  const cancel = (number: string) =>
    api.call(cancelOrder, { params: { number }, body: { cancel_reason: 'x', full_refund: true } })

  test('gives both payments back, and what was paid too much settles what was owed', async () => {
    const { number, total_incl_tax, total_outstanding } = await paidTwice('test_gw_approve')
    assert.equal(total_outstanding, '-10.00')
    const { status, body } = await cancel(number)
    assert.deepEqual([status, body.status, body.payment_status, body.total_outstanding], [200, 'canceled', 'refunded', '0.00'])
    const [refund] = body.refunds
    assert.equal(Number(refund.total_refund_amount), Number(total_incl_tax) + 10)
    assert.deepEqual(
      refund.adjustments.map(({ type }: Placed) => type),
      ['refund_shipping'],
    )
    assert.equal(refund.transactions.length, 2)
  })

  test('keeps what went back before a gateway refused, as a refund without lines of an order that stays', async () => {
    const { number, total_incl_tax, lines } = await paidTwice('test_gw_refund_fail')
    const { status, body } = await cancel(number)
    assert.deepEqual([status, body.code], [400, 'refund_failed'])
    const after = await orderNow(api, number)
    assert.deepEqual([after.status, after.payment_status, after.lines], ['open', 'partially_refunded', lines])
    const [refund] = after.refunds
    assert.deepEqual([refund.total_refund_amount, refund.refund_line_items, refund.transactions.length], [total_incl_tax, [], 1])
    assert.equal(after.total_outstanding, '0.00')
    assert.equal(Number(refund.adjustments[0].amount_incl_tax), Number(total_incl_tax) - 10)
  })
})
