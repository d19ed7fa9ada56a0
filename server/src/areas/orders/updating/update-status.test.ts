import assert from 'node:assert/strict'
import { afterEach, before, describe, test } from 'node:test'
import { startApi } from '../../../../test/harness.ts'
import { assertOrderInvariants } from '../../../../test/invariants.ts'
import { orderNow, place } from '../../../../test/orders.ts'
import { makeWorld, type World } from '../../../../test/world.ts'
import { run, sql } from '../../../platform/sql.ts'
import markAsPaid from '../payment/mark-as-paid.ts'
import updateOrder from './update-order.ts'

describe('Updating the status of an order', () => {
  const api = startApi()
  let shop: World
  before(async () => {
    shop = await makeWorld(api)
  })
  afterEach(() => assertOrderInvariants(api.database.pool, api.store_id))

  const order = (rest: object = {}) => place(api, { lines: [{ product_id: shop.variants.candle, quantity: 1 }], ...rest })
  const update = (number: string, body: object) => api.call(updateOrder, { params: { number }, body })

  test('archives and opens again', async () => {
    const { number } = await order()
    const archived = await update(number, { status: 'archived' })
    assert.deepEqual(
      [archived.body.status, archived.body.lines[0].editable_quantity, archived.events],
      ['archived', 0, ['order.updated']],
    )
    const opened = await update(number, { status: 'open' })
    assert.deepEqual([opened.body.status, opened.body.lines[0].editable_quantity], ['open', 1])
  })

  test('keeps an order open that was opened by hand, until money or goods move again', async () => {
    const { number } = await order()
    await api.call(markAsPaid, { params: { number } })
    assert.equal((await update(number, { fulfillment_status: 'fulfilled' })).body.status, 'archived')
    assert.equal((await update(number, { status: 'open' })).body.status, 'open')
    assert.equal((await update(number, { tags: ['back'] })).body.status, 'open')
  })

  test('cancels like the operation of that name', async () => {
    const { number } = await order()
    const { body, events } = await update(number, { status: 'canceled' })
    assert.deepEqual([body.status, body.total_incl_tax, events], ['canceled', '0.00', ['order.updated']])
    assert.equal((await update(number, { status: 'canceled' })).status, 200)
  })

  test('lets only remarks change on a canceled order', async () => {
    const { number } = await order()
    await update(number, { status: 'canceled' })
    assert.equal((await update(number, { tags: ['x'], metadata: 1, attribution: { funnel: 'f' } })).status, 200)
    for (const body of [
      { status: 'open' },
      { status: 'archived' },
      { shipping_address: { line1: 'y' } },
      { fulfillment_status: 'on_hold' },
    ]) {
      const answer = await update(number, body)
      assert.deepEqual([answer.status, answer.body.code, answer.events], [409, 'order_canceled', []])
    }
  })

  test('keeps the addresses of an archived order, and does not cancel it', async () => {
    const { number } = await order()
    await update(number, { status: 'archived' })
    assert.equal((await update(number, { tags: ['x'] })).status, 200)
    for (const body of [
      { status: 'canceled' },
      { shipping_address: { line1: 'y' } },
      { billing_address: null, fulfillment_status: 'on_hold' },
    ])
      assert.deepEqual((await update(number, body)).body.code, 'order_not_open')
  })

  test('leaves an order alone that a location works on', async () => {
    const { number } = await order()
    await update(number, { fulfillment_status: 'processing' })
    for (const body of [{ status: 'archived' }, { status: 'canceled' }, { shipping_address: { line1: 'y' } }])
      assert.deepEqual((await update(number, body)).body.code, 'fulfillment_in_progress')
  })
})

describe('Updating the fulfillment status of an order', () => {
  const api = startApi()
  let shop: World
  before(async () => {
    shop = await makeWorld(api, { stock: { lantern: 500 } })
  })
  afterEach(() => assertOrderInvariants(api.database.pool, api.store_id))

  const order = () => place(api, { lines: [{ product_id: shop.variants.lantern, quantity: 2 }] })
  const set = (number: string, fulfillment_status: string) =>
    api.call(updateOrder, { params: { number }, body: { fulfillment_status } })

  for (const path of [['on_hold', 'unfulfilled'], ['processing', 'incomplete'], ['processing', 'fulfilled'], ['fulfilled']])
    test(`brings it about: ${path.join(', then ')}`, async () => {
      const { number } = await order()
      for (const status of path) {
        const { status: code, body } = await set(number, status)
        assert.deepEqual([code, body.fulfillment_status], [200, status])
      }
    })

  test('ships one parcel for each fulfillment order, without tracking', async () => {
    const { number } = await order()
    const { body, events } = await set(number, 'fulfilled')
    assert.deepEqual(events.sort(), ['fulfillment.created', 'order.updated'])
    assert.deepEqual(
      [body.fulfillments.length, body.fulfillments[0].delivery_status, body.lines[0].fulfillable_quantity],
      [1, null, 0],
    )
  })

  test('rejects what a location was asked for', async () => {
    const { number } = await order()
    await run(
      api.database.pool,
      sql`update fulfillment_orders set request_status = 'requested' where store_id = ${api.store_id} and order_number = ${Number(number)}`,
    )
    assert.equal((await set(number, 'rejected')).body.fulfillment_status, 'rejected')
    assert.equal((await set(number, 'unfulfilled')).body.fulfillment_status, 'unfulfilled')
  })

  for (const [first, then] of [
    ['on_hold', 'processing'],
    ['on_hold', 'fulfilled'],
    ['processing', 'on_hold'],
    ['processing', 'unfulfilled'],
    [null, 'not_required'],
    [null, 'rejected'],
    [null, 'incomplete'],
  ] as const)
    test(`refuses ${then} for an order that is ${first ?? 'unfulfilled'}, and saves nothing`, async () => {
      const { number } = await order()
      if (first) await set(number, first)
      const before = await orderNow(api, number)
      const answer = await api.call(updateOrder, { params: { number }, body: { fulfillment_status: then, tags: ['never'] } })
      assert.deepEqual([answer.status, answer.body.code, answer.events], [409, 'fulfillment_status_conflict', []])
      assert.deepEqual(await orderNow(api, number), before)
    })
})
