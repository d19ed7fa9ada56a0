import assert from 'node:assert/strict'
import { afterEach, before, describe, test } from 'node:test'
import { startApi } from '../../../../test/harness.ts'
import { assertOrderInvariants } from '../../../../test/invariants.ts'
import { orderNow, place } from '../../../../test/orders.ts'
import { makeWorld, type World } from '../../../../test/world.ts'
import { one, sql } from '../../../platform/sql.ts'
import markAsPaid from '../payment/mark-as-paid.ts'
import createFulfillment from '../shipping/create-fulfillment.ts'
import updateOrder from '../updating/update-order.ts'
import cancelOrder from './cancel-order.ts'

describe('Canceling an order', () => {
  const api = startApi()
  let shop: World
  before(async () => {
    shop = await makeWorld(api, { stock: { lantern: 500 } })
  })
  afterEach(() => assertOrderInvariants(api.database.pool, api.store_id))

  const order = (rest: object = {}) => place(api, { lines: [{ product_id: shop.variants.lantern, quantity: 2 }], ...rest })
  const cancel = (number: string, body: object = {}) =>
    api.call(cancelOrder, { params: { number }, body: { cancel_reason: 'no longer wanted', ...body } })
  const update = (number: string, body: object) => api.call(updateOrder, { params: { number }, body })
  const allocated = async () =>
    (
      await one<{ n: number }>(
        api.database.pool,
        sql`select num_allocated as n from stock_records where id = ${shop.stock.us.lantern}`,
      )
    ).n

  test('empties it, frees its stock and keeps what it was when it was placed', async () => {
    const before = await allocated()
    const { number, total_incl_tax, shipping_incl_tax } = await order({ offers: [shop.offers.ten_percent] })
    assert.equal(await allocated(), before + 2)
    const { status, body, events } = await cancel(number)
    assert.equal(status, 200)
    assert.deepEqual(events, ['order.updated'])
    assert.deepEqual(
      [body.status, body.total_incl_tax, body.shipping_incl_tax, body.total_outstanding],
      ['canceled', '0.00', '0.00', '0.00'],
    )
    assert.deepEqual([body.original_total_incl_tax, body.original_shipping_incl_tax], [total_incl_tax, shipping_incl_tax])
    const [line] = body.lines
    assert.deepEqual([line.quantity, line.current_quantity, line.fulfillable_quantity, line.editable_quantity], [2, 0, 0, 0])
    assert.equal(body.offer_discounts[0].amount, '0.00')
    assert.equal(await allocated(), before)
    assert.deepEqual(body.refunds, [])
  })

  test('leaves captured money with the shop, which then owes it, unless all of it shall go back', async () => {
    const { number, total_incl_tax } = await order()
    await api.call(markAsPaid, { params: { number } })
    const { body } = await cancel(number)
    assert.deepEqual([body.payment_status, body.total_outstanding], ['paid', `-${total_incl_tax}`])
  })

  test('gives back what was paid outside the gateways, as a refund of every line and the shipping', async () => {
    const { number, total_incl_tax, shipping_incl_tax, lines } = await order()
    await api.call(markAsPaid, { params: { number } })
    const { body, events, headers } = await cancel(number, { full_refund: true })
    assert.deepEqual([events.sort(), headers.get('etag')], [['order.updated', 'transaction.created'], '"3"'])
    assert.deepEqual([body.payment_status, body.total_outstanding], ['refunded', '0.00'])
    const [refund] = body.refunds
    assert.deepEqual([refund.total_refund_amount, refund.total_return_incl_tax], [total_incl_tax, total_incl_tax])
    assert.deepEqual(
      refund.adjustments.map((each: { type: string; amount_incl_tax: string }) => [each.type, each.amount_incl_tax]),
      [['refund_shipping', shipping_incl_tax]],
    )
    const [item] = refund.refund_line_items
    assert.deepEqual(
      [item.line_item_id, item.quantity, item.restock_type, item.location_id],
      [lines[0].id, 2, 'cancel', shop.locations.us],
    )
    assert.equal(refund.transactions[0].parent_id, body.transactions[0].id)
  })

  test('gives a test card back what it never paid', async () => {
    const { number } = await order({ payment_method: 'card_token', payment_details: { card_token: 'test_card' } })
    const { body } = await cancel(number, { full_refund: true })
    assert.deepEqual(
      [body.payment_status, body.total_outstanding, body.transactions, body.refunds.length],
      ['refunded', '0.00', [], 1],
    )
  })

  test('takes an unpaid order back even after it was shipped', async () => {
    const { number } = await order()
    await api.call(createFulfillment, { params: { number }, body: {} })
    const { status, body } = await cancel(number)
    assert.deepEqual([status, body.lines[0].current_quantity, body.fulfillments.length], [200, 0, 1])
  })

  test('happens once, however many ask at the same time', async () => {
    const { number } = await order()
    const answers = await Promise.all([1, 2, 3].map(() => cancel(number)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409])
  })

  test('refuses an order that is canceled already, archived, in the works, or shipped and paid', async () => {
    const canceled = await order()
    await cancel(canceled.number)
    assert.deepEqual((await cancel(canceled.number)).body.code, 'already_canceled')
    const archived = await order()
    await update(archived.number, { status: 'archived' })
    assert.deepEqual((await cancel(archived.number)).body.code, 'order_not_open')
    const processing = await order()
    await update(processing.number, { fulfillment_status: 'processing' })
    assert.deepEqual((await cancel(processing.number)).body.code, 'fulfillment_in_progress')
    const shipped = await place(api, {
      lines: [
        { product_id: shop.variants.lantern, quantity: 1 },
        { product_id: shop.variants.candle, quantity: 1 },
      ],
    })
    await api.call(markAsPaid, { params: { number: shipped.number } })
    await api.call(createFulfillment, { params: { number: shipped.number }, body: {} })
    await update(shipped.number, { status: 'open' })
    const { status, body, events } = await cancel(shipped.number)
    assert.deepEqual([status, body.code, events], [409, 'already_fulfilled', []])
    assert.equal((await orderNow(api, shipped.number)).status, 'open')
  })

  for (const [cancel_reason, code] of [
    [undefined, 'required'],
    ['  ', 'blank'],
    ['x'.repeat(256), 'max_length'],
  ] as const)
    test(`refuses a reason that is ${code}`, async () => {
      const { number } = await order()
      const { status, body } = await cancel(number, { cancel_reason })
      assert.deepEqual([status, body.errors[0].field, body.errors[0].code], [400, 'cancel_reason', code])
    })
})
