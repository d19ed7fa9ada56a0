import assert from 'node:assert/strict'
import { afterEach, before, describe, test } from 'node:test'
import { startApi } from '../../../../test/harness.ts'
import { assertOrderInvariants } from '../../../../test/invariants.ts'
import { orderNow, place } from '../../../../test/orders.ts'
import { makeWorld, type World } from '../../../../test/world.ts'
import { one, run, sql } from '../../../platform/sql.ts'
import cancelOrder from '../cancellation/cancel-order.ts'
import markAsPaid from '../payment/mark-as-paid.ts'
import updateOrder from '../updating/update-order.ts'
import createFulfillment from './create-fulfillment.ts'

describe('Shipping lines of an order', () => {
  const api = startApi()
  let shop: World
  before(async () => {
    shop = await makeWorld(api, { stock: { lantern: 500, shirt_small: 500 } })
  })
  afterEach(() => assertOrderInvariants(api.database.pool, api.store_id))

  const order = (quantity = 2) =>
    place(api, {
      lines: [
        { product_id: shop.variants.lantern, quantity },
        { product_id: shop.variants.candle, quantity: 1 },
      ],
    })
  const ship = (number: string, body: object = {}) => api.call(createFulfillment, { params: { number }, body })

  test('ships everything that is left, consumes its stock and tells of it once', async () => {
    const { number } = await order()
    const before = await stock()
    const { status, body, events } = await ship(number, { carrier: 'ups', tracking_code: '1Z 999' })
    assert.equal(status, 201)
    assert.deepEqual(events.sort(), ['fulfillment.created', 'order.updated'])
    assert.deepEqual(
      body.line_items.map((line: { quantity: number }) => line.quantity),
      [2, 1],
    )
    assert.equal(body.tracking_link, 'https://www.ups.com/track?tracknum=1Z%20999')
    assert.equal(body.delivery_status, 'tracking_added')
    assert.equal(body.origin_address.line1, '1 Harbour Way')
    const after = await orderNow(api, number)
    assert.equal(after.fulfillment_status, 'fulfilled')
    assert.equal(after.fulfillments[0].id, body.id)
    assert.deepEqual(
      after.lines.map((line: { fulfillable_quantity: number }) => line.fulfillable_quantity),
      [0, 0],
    )
    assert.deepEqual(await stock(), { num_in_stock: before.num_in_stock - 2, num_allocated: before.num_allocated - 2 })
  })

  test('ships the named lines only, null elements aside', async () => {
    const { number, lines } = await order()
    const { status, body } = await ship(number, { lines: [lines[1].id, null, lines[1].id], send_shipped_notification: null })
    assert.equal(status, 201)
    assert.deepEqual(
      body.line_items.map((line: { order_line_id: number }) => line.order_line_id),
      [lines[1].id],
    )
    assert.equal(body.tracking_carrier, '')
    const after = await orderNow(api, number)
    assert.equal(after.fulfillment_status, 'processing')
    assert.equal(after.lines[0].fulfillable_quantity, 2)
  })

  test('takes a code without carrier as another carrier, and keeps a given link', async () => {
    const { number } = await order()
    const { body } = await ship(number, { tracking_code: 'ABC', tracking_link: 'https://example.com/ABC' })
    assert.deepEqual([body.tracking_carrier, body.tracking_code, body.tracking_link], ['other', 'ABC', 'https://example.com/ABC'])
  })

  test('makes one fulfillment for each location and answers that of the lowest fulfillment order', async () => {
    const { number } = await order()
    const moved = await one<{ id: number }>(
      api.database.pool,
      sql`insert into fulfillment_orders (store_id, order_number, location_id, status, request_status, requires_shipping)
        values (${api.store_id}, ${Number(number)}, ${shop.locations.eu}, 'open', 'pending', true) returning id`,
    )
    await run(
      api.database.pool,
      sql`update fulfillment_order_lines set fulfillment_order_id = ${moved.id} where store_id = ${api.store_id} and not tracked
        and order_line_id in (select id from order_lines where store_id = ${api.store_id} and order_number = ${Number(number)})`,
    )
    const { body, events } = await ship(number, { carrier: 'dhl', tracking_code: '7' })
    assert.deepEqual(events.sort(), ['fulfillment.created', 'fulfillment.created', 'order.updated'])
    assert.equal(body.location_id, shop.locations.us)
    const { fulfillments } = await orderNow(api, number)
    assert.deepEqual(
      fulfillments.map((each: { location_id: number }) => each.location_id),
      [shop.locations.us, shop.locations.eu],
    )
    assert.deepEqual(
      fulfillments.map((each: { tracking_code: string }) => each.tracking_code),
      ['7', '7'],
    )
  })

  test('archives the order when it is paid and everything is gone', async () => {
    const { number } = await order()
    await api.call(markAsPaid, { params: { number } })
    await ship(number)
    assert.equal((await orderNow(api, number)).status, 'archived')
    const again = await ship(number)
    assert.deepEqual([again.status, again.body.code, again.events], [409, 'nothing_to_fulfill', []])
  })

  test('ships the same units once, however many ask at the same time', async () => {
    const { number } = await order()
    const answers = await Promise.all([1, 2, 3, 4].map(() => ship(number)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409])
    assert.equal((await orderNow(api, number)).fulfillments.length, 1)
  })

  const refusals: [string, object, number, string][] = [
    ['an unknown line', { lines: [987_654] }, 400, 'lines.0/does_not_exist'],
    ['a carrier that nobody knows', { carrier: 'pigeon' }, 400, 'carrier/invalid_choice'],
    ['a bad link', { tracking_link: 'ftp://x' }, 400, 'tracking_link/format'],
    ['a code that is too long', { tracking_code: 'x'.repeat(256) }, 400, 'tracking_code/max_length'],
  ]
  for (const [what, body, status, problem] of refusals)
    test(`refuses ${what}`, async () => {
      const { number } = await order()
      const answer = await ship(number, body)
      assert.equal(answer.status, status)
      assert.equal(`${answer.body.errors[0].field}/${answer.body.errors[0].code}`, problem)
      assert.deepEqual(answer.events, [])
    })

  test('refuses a canceled order, an archived one and one on hold', async () => {
    const canceled = await order()
    await api.call(cancelOrder, { params: { number: canceled.number }, body: { cancel_reason: 'x' } })
    assert.equal((await ship(canceled.number)).body.code, 'order_canceled')
    const archived = await order()
    await api.call(updateOrder, { params: { number: archived.number }, body: { status: 'archived' } })
    assert.equal((await ship(archived.number)).body.code, 'order_not_open')
    const held = await order()
    await api.call(updateOrder, { params: { number: held.number }, body: { fulfillment_status: 'on_hold' } })
    assert.deepEqual([(await ship(held.number)).status, (await ship(held.number)).body.code], [409, 'fulfillment_on_hold'])
  })

  const stock = () =>
    one<{ num_in_stock: number; num_allocated: number }>(
      api.database.pool,
      sql`select num_in_stock, num_allocated from stock_records where store_id = ${api.store_id} and id = ${shop.stock.us.lantern}`,
    )
})
