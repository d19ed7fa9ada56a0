import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { NEW_YORK } from '../../../../test/buyers.ts'
import { startApi } from '../../../../test/harness.ts'
import { makeWorld, type World } from '../../../../test/world.ts'
import { createOffers, createVouchers } from '../../catalogue/index.ts'
import createOrder from './create-order.ts'

type Row = [what: string, body: (shop: World) => object, field: string, code: string, status?: number]

const candle = (shop: World, rest: object = {}) => ({ product_id: shop.variants.candle, quantity: 1, ...rest })
const one = (shop: World, rest: object = {}) => ({ lines: [candle(shop)], ...rest })
const line = (rest: object) => (shop: World) => ({ lines: [candle(shop, rest)] })
const all = (rest: object) => (shop: World) => one(shop, rest)
const card = (payment_details: object | null, payment_method = 'card_token') => all({ payment_method, payment_details })

const TABLE: Row[] = [
  ['no lines', () => ({}), 'lines', 'required'],
  ['empty lines', () => ({ lines: [] }), 'lines', 'empty'],
  ['more than 5,000 lines', shop => ({ lines: Array.from({ length: 5_001 }, () => candle(shop)) }), 'lines', 'max_length'],
  ['lines that are no array', () => ({ lines: {} }), 'lines', 'type'],
  ['quantity zero', line({ quantity: 0 }), 'lines.0.quantity', 'min_value'],
  ['quantity as text', line({ quantity: '1' }), 'lines.0.quantity', 'type'],
  ['a fraction of a unit', line({ quantity: 1.5 }), 'lines.0.quantity', 'type'],
  ['a boolean quantity', line({ quantity: true }), 'lines.0.quantity', 'type'],
  ['more units than a line may have', line({ quantity: 1_000_001 }), 'lines.0.quantity', 'max_value'],
  ['an unknown variant', line({ product_id: 999_999 }), 'lines.0.product_id', 'does_not_exist'],
  ['variant zero', line({ product_id: 0 }), 'lines.0.product_id', 'does_not_exist'],
  ['a negative variant', line({ product_id: -1 }), 'lines.0.product_id', 'does_not_exist'],
  [
    'a product with several variants',
    shop => ({ lines: [{ product_id: shop.products.shirt, quantity: 1 }] }),
    'lines.0.product_id',
    'invalid',
  ],
  ['a negative price', line({ price: '-1.00' }), 'lines.0.price', 'min_value'],
  ['a price of three decimals', line({ price: '1.005' }), 'lines.0.price', 'max_decimal_places'],
  ['an empty price', line({ price: '' }), 'lines.0.price', 'invalid'],
  ['a price without digits', line({ price: '-' }), 'lines.0.price', 'invalid'],
  ['a lone point', line({ price: '.' }), 'lines.0.price', 'invalid'],
  ['an exponent', line({ price: '1e2' }), 'lines.0.price', 'invalid'],
  ['too many digits', line({ price: '12345678901.00' }), 'lines.0.price', 'max_digits'],
  ['a price of null', line({ price: null }), 'lines.0.price', 'null'],
  ['mixed currencies', line({ currency: 'EUR' }), 'lines.0.currency', 'invalid'],
  ['two properties of one key', line({ properties: [{ key: 'a' }, { key: 'a' }] }), 'lines.0.properties', 'not_unique'],
  ['a property without key', line({ properties: [{ value: 1 }] }), 'lines.0.properties.0.key', 'required'],
  [
    'a subscription to what has none',
    line({ subscription: { interval: 'month', interval_count: 1 } }),
    'lines.0.subscription',
    'unsupported',
  ],
  [
    'an unknown interval',
    line({ subscription: { interval: 'decade', interval_count: 1 } }),
    'lines.0.subscription.interval',
    'invalid_choice',
  ],
  [
    'a free subscription',
    shop => ({
      shipping_price: '0',
      lines: [
        { product_id: shop.variants.coffee, quantity: 1, price: '0', subscription: { interval: 'month', interval_count: 1 } },
      ],
    }),
    'lines',
    'min_value',
  ],
  [
    'a total that is too large',
    shop => ({ lines: [candle(shop, { price: '9999999999.00', quantity: 2 })] }),
    'lines',
    'max_value',
  ],
  ['a currency that is not enabled', all({ currency: 'GBP' }), 'currency', 'invalid_choice'],
  ['a currency that is too long', all({ currency: 'EURO' }), 'currency', 'max_length'],
  ['a negative shipping price', all({ shipping_price: '-0.01' }), 'shipping_price', 'min_value'],
  ['a malformed shipping price', all({ shipping_price: '1,00' }), 'shipping_price', 'invalid'],
  ['an unknown shipping method', all({ shipping_code: 'rocket' }), 'shipping_code', 'does_not_exist'],
  ['a hidden shipping method', shop => one(shop, { shipping_code: shop.shipping.wholesale }), 'shipping_code', 'invalid'],
  [
    'a shipping method that does not go there',
    shop =>
      one(shop, { shipping_code: shop.shipping.express, shipping_address: { ...NEW_YORK, country: 'DE', phone_number: '' } }),
    'shipping_code',
    'invalid',
  ],
  ['an unknown country', all({ shipping_address: { ...NEW_YORK, country: 'XX' } }), 'shipping_address.country', 'invalid_choice'],
  [
    'an address without its city',
    all({ shipping_address: { ...NEW_YORK, line4: undefined } }),
    'shipping_address.line4',
    'required',
  ],
  ['an address of blanks', all({ shipping_address: { ...NEW_YORK, line1: '  ' } }), 'shipping_address.line1', 'blank'],
  [
    'a phone that is none',
    all({ shipping_address: { ...NEW_YORK, phone_number: '12' } }),
    'shipping_address.phone_number',
    'invalid',
  ],
  [
    'the default address of nobody',
    all({ use_default_shipping_address: true }),
    'use_default_shipping_address',
    'does_not_exist',
  ],
  [
    'the default billing address of nobody',
    all({ use_default_billing_address: true }),
    'use_default_billing_address',
    'does_not_exist',
  ],
  ['billing like no shipping', all({ billing_same_as_shipping_address: true }), 'billing_same_as_shipping_address', 'invalid'],
  ['an unknown customer', all({ user: { id: 999_999 } }), 'user.id', 'does_not_exist'],
  ['a bad e-mail', all({ user: { email: 'nobody' } }), 'user.email', 'format'],
  ['a bad phone', all({ user: { email: 'a@example.com', phone_number: '123' } }), 'user.phone_number', 'invalid'],
  ['a bad IP address', all({ user: { email: 'a@example.com', ip: '300.1.1.1' } }), 'user.ip', 'format'],
  ['an unknown language', all({ user: { email: 'a@example.com', language: 'xx' } }), 'user.language', 'invalid_choice'],
  ['a user that is a list', all({ user: [] }), 'user', 'type'],
  ['an unknown agent', all({ attribution: { agent: 999_999 } }), 'attribution.agent', 'does_not_exist'],
  [
    'an attribution that is too long',
    all({ attribution: { utm_source: 'x'.repeat(501) } }),
    'attribution.utm_source',
    'max_length',
  ],
  ['an unknown offer', all({ offers: [999_999] }), 'offers.0', 'does_not_exist'],
  ['an offer of vouchers', shop => one(shop, { offers: [shop.offers.ten_percent, shop.offers.five_off] }), 'offers.1', 'invalid'],
  [
    'an offer in another currency',
    shop => one(shop, { currency: 'EUR', offers: [shop.offers.ten_percent] }),
    'offers.0',
    'invalid',
  ],
  ['an unknown voucher', all({ vouchers: ['WELCOME5', 'NOTHING'] }), 'vouchers.1', 'invalid'],
  ['an expired voucher', all({ vouchers: ['LAST-YEAR'] }), 'vouchers.0', 'invalid'],
  ['too many vouchers', all({ vouchers: ['A1', 'A2', 'A3', 'A4'] }), 'vouchers', 'max_length'],
  ['a date in the future', all({ date_placed: '2999-01-01T00:00:00Z' }), 'date_placed', 'max_value'],
  ['a date without a time', all({ date_placed: '2024-01-01' }), 'date_placed', 'format'],
  ['an unknown status', all({ status: 'done' }), 'status', 'invalid_choice'],
  [
    'an archived order that is charged',
    all({ status: 'archived', payment_method: 'card_token' }),
    'payment_method',
    'unsupported',
  ],
  ['payment details with an archived order', all({ status: 'archived', payment_details: {} }), 'payment_details', 'unsupported'],
  ['a canceled order that is paid', all({ status: 'canceled', payment_method: 'external' }), 'payment_method', 'unsupported'],
  ['an unknown payment method', all({ payment_method: 'barter' }), 'payment_method', 'invalid_choice'],
  ['payment details that are text', card('x' as never), 'payment_details', 'type'],
  ['a card payment without a card', card(null), 'payment_details.card_token', 'required'],
  ['an unknown card', card({ card_token: 'NOBODYKNOWSTHISTOKEN' }), 'payment_details.card_token', 'does_not_exist'],
  ['a saved card without its transaction', card({}, 'saved_card'), 'payment_details.reference_transaction_id', 'required'],
  ['a redirect without the way back', card({}, 'ideal'), 'payment_details.payment_return_url', 'required'],
  [
    'a redirect back over http',
    card({ payment_return_url: 'http://example.com/' }, 'ideal'),
    'payment_details.payment_return_url',
    'invalid',
  ],
  [
    'an unknown external method',
    card({ external_payment_method: 'barter' }, 'external'),
    'payment_details.external_payment_method',
    'does_not_exist',
  ],
  [
    'an unknown gateway',
    card({ card_token: 'test_gw_slow_0', payment_gateway: 999_999 }),
    'payment_details.payment_gateway',
    'does_not_exist',
  ],
  [
    'an unknown gateway group',
    card({ card_token: 'test_gw_slow_0', payment_gateway_group: 999_999 }),
    'payment_details.payment_gateway_group',
    'does_not_exist',
  ],
  [
    'an authorization on a gateway that charges',
    card({ card_token: 'test_gw_slow_0', authorize_value: '100' }),
    'payment_details.authorize_value',
    'unsupported',
  ],
  ['metadata against its definition', all({ metadata: { weight: 'heavy' } }), 'metadata.weight', 'invalid'],
  ['metadata of more than 32 KiB', all({ metadata: 'x'.repeat(33_000) }), 'metadata', 'max_length'],
  ['metadata of eleven levels', all({ metadata: [[[[[[[[[[[1]]]]]]]]]]] }), 'metadata', 'invalid'],
  ['101 tags', all({ tags: Array.from({ length: 101 }, (_, index) => `t${index}`) }), 'tags', 'max_length'],
]

describe('Creating an order refuses', () => {
  const api = startApi()
  let shop: World
  before(async () => {
    shop = await makeWorld(api)
    const [offer] = await createOffers(api.database.pool, api.store_id, [
      {
        name: 'Old',
        kind: 'voucher',
        currency: 'USD',
        condition: { type: 'count_gte', value: '1' },
        benefit: { type: 'percentage', value: '10' },
      },
    ])
    await createVouchers(api.database.pool, api.store_id, [
      {
        name: 'Old',
        code: 'LAST-YEAR',
        usage: 'multi_use',
        start_datetime: '2020-01-01T00:00:00Z',
        end_datetime: '2021-01-01T00:00:00Z',
        offer_ids: [offer!],
      },
    ])
    await api.database.pool.query(
      `insert into metadata_definitions (store_id, object, key, name, type) values ($1, 'order', 'weight', 'Weight', 'decimal')`,
      [api.store_id],
    )
  })

  for (const [what, body, field, code] of TABLE)
    test(what, async () => {
      const before = await traces()
      const answer = await api.call(createOrder, { body: body(shop) })
      assert.equal(answer.status, 400, JSON.stringify(answer.body))
      const found = answer.body.errors.find((error: { field: string }) => error.field === field)
      assert.ok(found, `expected ${field}, got ${JSON.stringify(answer.body.errors)}`)
      assert.equal(found.code, code)
      assert.deepEqual(answer.events, [])
      assert.deepEqual(await traces(), before)
    })

  test('everything that is wrong at once', async () => {
    const { body } = await api.call(createOrder, { body: { lines: [{ quantity: 0 }], currency: 'EURO', send_receipt: 'no' } })
    assert.deepEqual(body.errors.map((error: { field: string; code: string }) => [error.field, error.code]).toSorted(), [
      ['currency', 'max_length'],
      ['lines.0.product_id', 'required'],
      ['lines.0.quantity', 'min_value'],
      ['send_receipt', 'type'],
    ])
  })

  test('a customer who is blocked, with the code of the block list', async () => {
    await api.database.pool.query(
      `insert into block_entries (store_id, kind, value) values ($1, 'email', 'blocked@example.com')`,
      [api.store_id],
    )
    const { status, body } = await api.call(createOrder, { body: one(shop, { user: { email: 'Blocked@example.com' } }) })
    assert.deepEqual([status, body.code, body.payment_response_code], [400, 'customer_blocked', '3017'])
  })

  test('a second equal order within half an hour where the store asks for it', async () => {
    await api.database.pool.query('update stores set prevent_duplicate_orders = true where id = $1', [api.store_id])
    const body = one(shop, { user: { email: 'twice@example.com' } })
    const first = await api.call(createOrder, { body })
    const second = await api.call(createOrder, { body })
    const third = await api.call(createOrder, { body, headers: { 'Idempotency-Key': 'another' } })
    assert.deepEqual([first.status, second.status, second.body.code, third.status], [201, 409, 'duplicate_order', 201])
    await api.database.pool.query('update stores set prevent_duplicate_orders = false where id = $1', [api.store_id])
  })

  test('the second of two orders that race for a voucher of one use, which then fits nowhere', async () => {
    const [offer] = await createOffers(api.database.pool, api.store_id, [
      {
        name: 'Once',
        kind: 'voucher',
        currency: 'USD',
        condition: { type: 'count_gte', value: '1' },
        benefit: { type: 'absolute', value: '1' },
      },
    ])
    await createVouchers(api.database.pool, api.store_id, [
      { name: 'Once', code: 'ONCE', usage: 'single_use', offer_ids: [offer!] },
    ])
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => api.call(createOrder, { body: one(shop, { vouchers: ['ONCE'] }) })),
    )
    assert.equal(answers.filter(({ status }) => status === 201).length, 1)
    for (const { status, body } of answers)
      if (status !== 201)
        assert.ok(body.code === 'voucher_exhausted' || body.errors[0].field === 'vouchers.0', JSON.stringify(body))
  })

  async function traces() {
    const { rows } = await api.database.pool.query(
      `select (select count(*) from orders) as orders, (select count(*) from customers) as customers, (select count(*) from events) as events,
        (select sum(num_allocated) from stock_records) as allocated, (select sum(num_orders) from vouchers) as uses, (select count(*) from transactions) as transactions`,
    )
    return rows[0]
  }
})
