import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { startApi } from '../../../../test/harness.ts'
import { type Placed, place } from '../../../../test/orders.ts'
import { makeWorld } from '../../../../test/world.ts'
import listOrders from './list-orders.ts'

describe('Listing orders', () => {
  const api = startApi()
  let older: Placed
  let newer: Placed
  before(async () => {
    const { variants } = await makeWorld(api)
    older = await place(api, { lines: [{ product_id: variants.candle, quantity: 1 }] })
    newer = await place(api, { lines: [{ product_id: variants.lantern, quantity: 1 }] })
  })

  test('answers the newest first, without what only the single order shows', async () => {
    const { body } = await api.call(listOrders)
    assert.deepEqual(
      body.results.map((order: Placed) => order.number),
      [newer.number, older.number],
    )
    for (const key of ['lines', 'transactions', 'refunds', 'fulfillments', 'shipping_address', 'attribution', 'tags'])
      assert.ok(!(key in body.results[0]))
  })

  test('turns pages both ways and keeps the filters in the links', async () => {
    const first = await api.call(listOrders, { query: { page_size: 1, currency: 'usd' } })
    const next = new URL(first.body.next)
    assert.equal(next.searchParams.get('currency'), 'usd')
    const second = await api.call(listOrders, { query: Object.fromEntries(next.searchParams) })
    assert.deepEqual([second.body.results[0].number, second.body.next], [older.number, null])
    const back = await api.call(listOrders, { query: Object.fromEntries(new URL(second.body.previous).searchParams) })
    assert.deepEqual(back.body.results, first.body.results)
  })

  for (const [name, value] of [
    ['status', 'lost'],
    ['fulfillment_status', 'shipped'],
    ['product', 'x'],
    ['is_test', 'yes'],
    ['date_placed_from', '10.3.2024'],
    ['agents', 'desk'],
    ['cursor', '%%%'],
    ['page_size', 201],
  ] as const)
    test(`refuses ${value} for ${name}`, async () => {
      const { status, body } = await api.call(listOrders, { query: { [name]: value } })
      assert.deepEqual([status, body.errors[0].in, body.errors[0].field.split('.')[0]], [400, 'query', name])
    })
})
