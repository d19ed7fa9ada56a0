import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { NEW_YORK, newBuyer } from '../../../../test/buyers.ts'
import { startApi } from '../../../../test/harness.ts'
import { makeWorld, type World } from '../../../../test/world.ts'
import { createOffers, createVouchers } from '../../catalogue/index.ts'
import createOrder from './create-order.ts'
import retrieveOrder from './retrieve-order.ts'

describe('Creating an order', () => {
  const api = startApi()
  let shop: World
  before(async () => {
    shop = await makeWorld(api, { stock: { lantern: 1000, mug: 1000, shirt_small: 1000 } })
  })
  const create = (body: object) => api.call(createOrder, { body })

  test('prices lines, voucher, shipping and tax to the cent', async () => {
    const [offer] = await createOffers(api.database.pool, api.store_id, [
      {
        name: 'Tenth',
        kind: 'voucher',
        currency: 'USD',
        condition: { type: 'count_gte', value: '1' },
        benefit: { type: 'order_percentage', value: '10' },
      },
    ])
    await createVouchers(api.database.pool, api.store_id, [
      { name: 'Tenth', code: 'TENTH', usage: 'multi_use', offer_ids: [offer!] },
    ])
    const { status, body, events } = await create({
      user: newBuyer(),
      shipping_address: NEW_YORK,
      billing_same_as_shipping_address: true,
      vouchers: ['tenth'],
      lines: [
        { product_id: shop.variants.lantern, quantity: 2 },
        { product_id: shop.variants.candle, quantity: 1 },
      ],
    })
    assert.equal(status, 201)
    assert.deepEqual(events, ['customer.created', 'order.created'])
    const [a, b] = body.lines
    assert.deepEqual([a.total_discount, a.price_excl_tax, a.price_incl_tax], ['8.00', '72.00', '77.94'])
    assert.deepEqual([b.total_discount, b.price_excl_tax, b.price_incl_tax], ['2.00', '17.99', '19.47'])
    assert.deepEqual([body.shipping_excl_tax, body.shipping_tax, body.shipping_incl_tax], ['5.00', '0.41', '5.41'])
    assert.deepEqual([body.total_excl_tax, body.total_tax, body.total_incl_tax], ['94.99', '7.83', '102.82'])
    assert.equal(body.total_discount, '10.00')
    assert.equal(body.voucher_discounts[0].amount, '10.00')
    assert.equal(body.voucher_discounts[0].voucher.code, 'TENTH')
    assert.equal(body.display_taxes, 'NY sales tax')
    assert.deepEqual(
      body.tax_lines.map((tax: { amount: string; rate: number; id: number }) => [tax.id, tax.rate, tax.amount]),
      [[shop.taxes.new_york, 0.0825, '7.83']],
    )
    assert.equal(body.payment_status, 'pending')
    assert.equal(body.total_outstanding, '102.82')
    assert.equal(body.fulfillment_status, 'unfulfilled')
  })

  test('answers what a later read answers', async () => {
    const { body } = await create({ lines: [{ product_id: shop.variants.candle, quantity: 3 }] })
    const read = await api.call(retrieveOrder, { params: { number: body.number } })
    assert.deepEqual(read.body, body)
    assert.equal(read.headers.get('etag'), '"1"')
    assert.equal(body.user, null)
    assert.match(body.order_status_url, new RegExp(`/order-status/${body.number}/[\\w-]{43}/$`))
  })

  test('converts every amount into the currency of the reports at the rate of the day', async () => {
    const { body } = await create({
      currency: 'EUR',
      shipping_code: shop.shipping.standard,
      lines: [{ product_id: shop.variants.candle, quantity: 4 }],
    })
    assert.equal(body.total_incl_tax, '76.46')
    assert.deepEqual(
      [body.report_values.currency, body.report_values.total_incl_tax, body.report_values.shipping_incl_tax],
      ['USD', '82.82', '4.87'],
    )
    assert.equal(body.lines[0].report_values.price_incl_tax, '77.94')
  })

  test('merges equal lines and keeps apart what differs in its properties', async () => {
    const { body } = await create({
      lines: [
        { product_id: shop.variants.candle, quantity: 1 },
        { product_id: shop.variants.candle, quantity: 1, properties: [{ key: 'Engraving', value: 'A' }] },
        { product_id: shop.products.candle, quantity: 2 },
      ],
    })
    assert.deepEqual(
      body.lines.map((line: { quantity: number; properties: object[] }) => [line.quantity, line.properties.length]),
      [
        [3, 0],
        [1, 1],
      ],
    )
  })

  test('takes amounts as JSON numbers by their text', async () => {
    const { body } = await create({
      shipping_price: 3.3,
      lines: [{ product_id: shop.variants.candle, quantity: 3, price: 33.44 }],
    })
    assert.equal(body.lines[0].price_excl_tax, '100.32')
    assert.equal(body.shipping_excl_tax, '3.30')
  })

  test('keeps emoji and right-to-left text where a label printer will not see it', async () => {
    const metadata = { note: 'שלום 🎁', nested: { price: 1.5 } }
    const { body } = await create({
      metadata,
      tags: ['Gift 🎁', 'gift 🎁', ' vip '],
      lines: [{ product_id: shop.variants.candle, quantity: 1 }],
    })
    assert.deepEqual(body.metadata, metadata)
    assert.deepEqual(body.tags, ['Gift 🎁', 'vip'])
  })

  test('takes 5,000 lines', async () => {
    const lines = Array.from({ length: 5_000 }, (_, index) => ({
      product_id: shop.variants.candle,
      quantity: 1,
      properties: [{ key: 'n', value: index }],
    }))
    const { status, body } = await create({ lines })
    assert.equal(status, 201)
    assert.equal(body.lines.length, 5_000)
    assert.equal(body.total_excl_tax, '99955.00')
  })
})
