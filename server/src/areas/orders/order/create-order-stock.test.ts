import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { NEW_YORK, newBuyer } from '../../../../test/buyers.ts'
import { startApi } from '../../../../test/harness.ts'
import { makeWorld, type World } from '../../../../test/world.ts'
import createOrder from './create-order.ts'

describe('Stock of a new order', () => {
  const api = startApi()
  let shop: World
  before(async () => {
    shop = await makeWorld(api, { stock: { lantern: 1, mug: 1, shirt_small: 50 } })
    await api.database.pool.query('update stock_records set num_in_stock = 0 where location_id = $1', [shop.locations.eu])
  })
  const create = (lines: object[], rest: object = {}) =>
    api.call(createOrder, { body: { shipping_address: NEW_YORK, lines, ...rest } })
  const stockOf = async (id: number) =>
    (await api.database.pool.query('select num_in_stock, num_allocated from stock_records where id = $1', [id])).rows[0]
  const orderCount = async () => Number((await api.database.pool.query('select count(*) from orders')).rows[0].count)

  test('goes to one of fifty buyers of the last unit, and the others hear how much there is', async () => {
    const orders = await orderCount()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => create([{ product_id: shop.variants.lantern, quantity: 1 }], { user: newBuyer() })),
    )
    assert.equal(answers.filter(({ status }) => status === 201).length, 1)
    const refused = answers.filter(({ status }) => status === 409)
    assert.equal(refused.length, 49)
    for (const { body } of refused) assert.equal(body.code, 'insufficient_stock')
    assert.deepEqual(await stockOf(shop.stock.us.lantern), { num_in_stock: 1, num_allocated: 1 })
    assert.equal(await orderCount(), orders + 1)
  })

  test('names every line that is short, with what is wanted and what is there', async () => {
    const { status, body, events } = await create([
      { product_id: shop.variants.shirt_small, quantity: 30 },
      { product_id: shop.variants.shirt_small, quantity: 30, properties: [{ key: 'a', value: 1 }] },
    ])
    assert.equal(status, 409)
    assert.deepEqual(
      body.errors.map((error: { field: string }) => error.field),
      ['lines.1.quantity'],
    )
    assert.match(body.errors[0].message, /30 wanted, 20 available/)
    assert.deepEqual(events, [])
    assert.equal((await stockOf(shop.stock.us.shirt_small)).num_allocated, 0)
  })

  test('may be owed where the variant allows it', async () => {
    const { status } = await create([{ product_id: shop.variants.mug, quantity: 6 }])
    assert.equal(status, 201)
    assert.deepEqual(await stockOf(shop.stock.us.mug), { num_in_stock: 1, num_allocated: 6 })
  })

  test('is not moved by an order that only tests', async () => {
    const before = await stockOf(shop.stock.us.shirt_small)
    const { body } = await create([{ product_id: shop.variants.shirt_small, quantity: 1 }], {
      payment_method: 'card_token',
      payment_details: { card_token: 'test_card' },
    })
    assert.deepEqual([body.is_test, body.payment_status, body.total_outstanding], [true, 'paid', '0.00'])
    assert.deepEqual(body.transactions, [])
    assert.deepEqual(await stockOf(shop.stock.us.shirt_small), before)
  })

  test('is free again when the card is declined, and no order, customer or voucher use is left', async () => {
    const before = [await stockOf(shop.stock.us.shirt_small), await orderCount()]
    const user = newBuyer()
    const { status, body, events } = await create([{ product_id: shop.variants.shirt_small, quantity: 2 }], {
      user,
      vouchers: ['WELCOME5'],
      payment_method: 'card_token',
      payment_details: { card_token: 'test_gw_decline_2001' },
    })
    assert.equal(status, 400)
    assert.deepEqual(
      [body.code, body.payment_response_code, body.payment_method.card_token],
      ['payment_declined', '2001', 'test_gw_decline_2001'],
    )
    assert.deepEqual(events, ['transaction.created'])
    assert.deepEqual([await stockOf(shop.stock.us.shirt_small), await orderCount()], before)
    const left = await api.database.pool.query(
      'select (select count(*) from customers where email = $1) as customers, (select sum(num_orders) from vouchers) as uses',
      [user.email],
    )
    assert.deepEqual([Number(left.rows[0].customers), Number(left.rows[0].uses)], [0, 0])
  })

  test('does not deadlock when orders take the same variants in opposite order', async () => {
    const pair = [
      { product_id: shop.variants.shirt_small, quantity: 1 },
      { product_id: shop.variants.mug, quantity: 1 },
    ]
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => create(index % 2 ? pair : pair.toReversed())))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
  })
})
