import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { NEW_YORK } from '../../../../test/buyers.ts'
import { startApi } from '../../../../test/harness.ts'
import { assertOrderInvariants } from '../../../../test/invariants.ts'
import { makeWorld, type World } from '../../../../test/world.ts'
import cancelOrder from '../cancellation/cancel-order.ts'
import createFulfillment from '../shipping/create-fulfillment.ts'
import createOrder from './create-order.ts'

describe('The stock of one variant over its orders', () => {
  const api = startApi()
  let shop: World
  before(async () => {
    shop = await makeWorld(api, { stock: { lantern: 5, shirt_small: 4 } })
    await api.database.pool.query('update stock_records set num_in_stock = 0 where id = $1', [shop.stock.eu.lantern])
  })
  const order = (product_id: number, quantity: number) =>
    api.call(createOrder, { body: { shipping_address: NEW_YORK, lines: [{ product_id, quantity }] } })
  const counters = async (id: number) => {
    const { rows } = await api.database.pool.query('select num_in_stock, num_allocated from stock_records where id = $1', [id])
    return [rows[0].num_in_stock, rows[0].num_allocated]
  }

  test('goes down and up as they are placed, shipped and canceled', async () => {
    const { lantern } = shop.stock.us
    const first = await order(shop.variants.lantern, 3)
    assert.deepEqual([first.status, await counters(lantern)], [201, [5, 3]])
    const second = await order(shop.variants.lantern, 3)
    assert.deepEqual([second.status, second.body.code, await counters(lantern)], [409, 'insufficient_stock', [5, 3]])
    const third = await order(shop.variants.lantern, 2)
    assert.deepEqual([third.status, await counters(lantern)], [201, [5, 5]])
    await api.call(createFulfillment, { params: { number: first.body.number }, body: {} })
    assert.deepEqual(await counters(lantern), [2, 2])
    await api.call(cancelOrder, { params: { number: third.body.number }, body: { cancel_reason: 'changed my mind' } })
    assert.deepEqual(await counters(lantern), [2, 0])
    await assertOrderInvariants(api.database.pool, api.store_id)
  })

  test('is taken from two places when one has too little: the fullest first', async () => {
    await api.database.pool.query('update locations set allowed_destination_countries = $1 where id = $2', [
      [],
      shop.locations.eu,
    ])
    await api.database.pool.query('update stock_records set num_in_stock = 3 where id = $1', [shop.stock.eu.shirt_small])
    const { body } = await order(shop.variants.shirt_small, 6)
    assert.deepEqual(
      [await counters(shop.stock.us.shirt_small), await counters(shop.stock.eu.shirt_small)],
      [
        [4, 4],
        [3, 2],
      ],
    )
    const { rows } = await api.database.pool.query(
      'select count(*)::integer as fulfillment_orders from fulfillment_orders where order_number = $1',
      [body.number],
    )
    assert.equal(rows[0].fulfillment_orders, 2)
  })
})
