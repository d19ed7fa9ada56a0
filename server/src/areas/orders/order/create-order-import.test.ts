import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { NEW_YORK } from '../../../../test/buyers.ts'
import { startApi } from '../../../../test/harness.ts'
import { makeWorld, type World } from '../../../../test/world.ts'
import createOrder from './create-order.ts'

describe('An order that comes from elsewhere', () => {
  const api = startApi()
  let shop: World
  before(async () => {
    shop = await makeWorld(api, { stock: { lantern: 1000 } })
  })
  const create = (body: object) => api.call(createOrder, { body })

  test('imports an archived order as shipped and paid elsewhere, without moving stock', async () => {
    const before = await stockOf(shop.stock.us.lantern)
    const { body, events } = await create({
      status: 'archived',
      payment_method: 'external',
      date_placed: '2024-02-03T04:05:06Z',
      shipping_address: NEW_YORK,
      lines: [{ product_id: shop.variants.lantern, quantity: 2 }],
    })
    assert.deepEqual(
      [body.status, body.payment_status, body.fulfillment_status, body.total_outstanding],
      ['archived', 'paid', 'fulfilled', '0.00'],
    )
    assert.equal(body.date_placed, '2024-02-03T04:05:06Z')
    assert.equal(body.fulfillments.length, 1)
    assert.deepEqual(
      [body.transactions[0].type, body.transactions[0].is_external, body.transactions[0].amount],
      ['debit', true, body.total_incl_tax],
    )
    assert.equal(body.lines[0].fulfillable_quantity, 0)
    assert.deepEqual(await stockOf(shop.stock.us.lantern), before)
    assert.deepEqual(events, ['order.created', 'transaction.created'])
  })

  test('imports a canceled order with nothing left of it but what it was', async () => {
    const { body } = await create({ status: 'canceled', lines: [{ product_id: shop.variants.lantern, quantity: 2 }] })
    assert.deepEqual([body.status, body.total_incl_tax, body.original_total_incl_tax], ['canceled', '0.00', '85.00'])
    assert.equal(body.lines[0].current_quantity, 0)
  })

  async function stockOf(id: number) {
    const { rows } = await api.database.pool.query('select num_in_stock, num_allocated from stock_records where id = $1', [id])
    return rows[0]
  }
})
