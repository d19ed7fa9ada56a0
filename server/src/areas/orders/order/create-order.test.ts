import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { BERLIN, NEW_YORK, newBuyer } from '../../../../test/buyers.ts'
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

  test('finds the customer by e-mail, whatever its case, and fills in what is blank', async () => {
    const user = { email: 'Find.Me@Example.com' }
    const first = await create({ user, lines: [{ product_id: shop.variants.candle, quantity: 1 }] })
    const second = await create({
      user: { email: 'find.me@example.COM' },
      shipping_address: BERLIN,
      lines: [{ product_id: shop.variants.candle, quantity: 1 }],
    })
    assert.equal(second.status, 201, JSON.stringify(second.body))
    assert.equal(first.body.user.id, second.body.user.id)
    assert.equal(first.body.user.email, 'find.me@example.com')
    assert.deepEqual([second.body.user.first_name, second.body.user.phone_number], ['Grace', '+4930555000'])
    assert.deepEqual(second.events, ['customer.updated', 'order.created'])
  })

  test('uses the default address that an earlier order left', async () => {
    const user = newBuyer()
    await create({ user, shipping_address: BERLIN, lines: [{ product_id: shop.variants.candle, quantity: 1 }] })
    const { body } = await create({
      user,
      use_default_shipping_address: true,
      use_default_billing_address: true,
      lines: [
        { product_id: shop.variants.guide, quantity: 1 },
        { product_id: shop.variants.candle, quantity: 1 },
      ],
    })
    assert.equal(body.shipping_address.line4, 'Berlin')
    assert.equal(body.billing_address.line4, 'Berlin')
    assert.equal(body.lines[0].tax_lines[0].tax_id, shop.taxes.german_books)
  })

  test('makes local phone numbers international and takes emoji out of addresses', async () => {
    const { body } = await create({
      shipping_address: { ...BERLIN, first_name: 'Grace 🚀', phone_number: '030 555000' },
      lines: [{ product_id: shop.variants.candle, quantity: 1 }],
    })
    assert.equal(body.shipping_address.first_name, 'Grace')
    assert.equal(body.shipping_address.phone_number, '+4930555000')
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

  async function stockOf(id: number) {
    const { rows } = await api.database.pool.query('select num_in_stock, num_allocated from stock_records where id = $1', [id])
    return rows[0]
  }
})
