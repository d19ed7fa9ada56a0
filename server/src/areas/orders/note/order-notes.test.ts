import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { startApi } from '../../../../test/harness.ts'
import { orderNow, place } from '../../../../test/orders.ts'
import { makeWorld, type World } from '../../../../test/world.ts'
import cancelOrder from '../cancellation/cancel-order.ts'
import createOrderNote from './create-order-note.ts'
import listOrderNotes from './list-order-notes.ts'

describe('Notes of an order', () => {
  const api = startApi()
  let shop: World
  before(async () => {
    shop = await makeWorld(api)
  })
  const order = () => place(api, { lines: [{ product_id: shop.variants.candle, quantity: 1 }] })

  test('name the app that wrote them, and leave the order as it was', async () => {
    const { number } = await order()
    const unchanged = await orderNow(api, number)
    const { status, body, events } = await api.call(createOrderNote, {
      params: { number },
      body: { message: '  Call before delivery ☎ ' },
    })
    assert.equal(status, 200)
    assert.deepEqual(events, ['order_note.created'])
    assert.equal(body.message, 'Call before delivery ☎')
    assert.equal(body.app.name, 'tests')
    assert.equal(body.author, null)
    assert.deepEqual(await orderNow(api, number), unchanged)
  })

  test('are listed newest first, page by page', async () => {
    const { number } = await order()
    for (const message of ['one', 'two', 'three']) await api.call(createOrderNote, { params: { number }, body: { message } })
    const first = await api.call(listOrderNotes, { params: { number }, query: { page_size: 2 } })
    assert.deepEqual(
      first.body.results.map((note: { message: string }) => note.message),
      ['three', 'two'],
    )
    const cursor = new URL(first.body.next).searchParams.get('cursor')!
    const second = await api.call(listOrderNotes, { params: { number }, query: { page_size: 2, cursor } })
    assert.deepEqual(
      second.body.results.map((note: { message: string }) => note.message),
      ['one'],
    )
    assert.equal(second.body.next, null)
  })

  test('are taken for a canceled order too', async () => {
    const { number } = await order()
    await api.call(cancelOrder, { params: { number }, body: { cancel_reason: 'changed my mind' } })
    const { status } = await api.call(createOrderNote, { params: { number }, body: { message: 'Refunded by hand' } })
    assert.equal(status, 200)
  })

  for (const [message, code] of [
    ['', 'blank'],
    ['   ', 'blank'],
    ['x'.repeat(65_536), 'max_length'],
  ] as const)
    test(`refuses ${message.length} characters as ${code}`, async () => {
      const { number } = await order()
      const { status, body, events } = await api.call(createOrderNote, { params: { number }, body: { message } })
      assert.equal(status, 400)
      assert.deepEqual([body.errors[0].field, body.errors[0].code], ['message', code])
      assert.deepEqual(events, [])
    })

  test('answers 404 for an order that the store does not have', async () => {
    const params = { number: 999_999 }
    assert.equal((await api.call(listOrderNotes, { params })).status, 404)
    assert.equal((await api.call(createOrderNote, { params, body: { message: 'x' } })).status, 404)
  })
})
