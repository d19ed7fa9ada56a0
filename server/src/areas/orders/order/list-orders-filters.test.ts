import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { BERLIN } from '../../../../test/buyers.ts'
import { startApi } from '../../../../test/harness.ts'
import { type Placed, place } from '../../../../test/orders.ts'
import { makeWorld, VOUCHER, type World } from '../../../../test/world.ts'
import { one, run, sql } from '../../../platform/sql.ts'
import markAsPaid from '../payment/mark-as-paid.ts'
import createFulfillment from '../shipping/create-fulfillment.ts'
import updateOrder from '../updating/update-order.ts'
import listOrders from './list-orders.ts'

describe('Filtering the order list', () => {
  const api = startApi({ store: { timezone: 'America/New_York' } })
  let shop: World
  let plain: Placed
  let rich: Placed
  before(async () => {
    shop = await makeWorld(api)
    plain = await place(api, { lines: [{ product_id: shop.variants.candle, quantity: 1 }], user: { email: 'plain@example.com' } })
    rich = await placeRich()
  })

  async function placeRich(): Promise<Placed> {
    const { id: agent } = await one<{ id: number }>(
      api.database.pool,
      sql`insert into customers (store_id, user_type, email) values (${api.store_id}, 'dashboard', 'desk@example.com') returning id`,
    )
    const attribution = {
      agent,
      funnel: 'spring',
      affiliate: 'A_7',
      utm_source: 'news',
      utm_campaign: 'c',
      utm_term: 't',
      utm_content: 'n',
      ...subaffiliates,
    }
    const order = await place(api, {
      lines: [
        { product_id: shop.variants.lantern, quantity: 1 },
        { product_id: shop.variants.guide, quantity: 1 },
      ],
      user: { email: 'Zoë@Example.com', first_name: 'Zoë', last_name: 'Ångström', phone_number: '+4930123456' },
      shipping_address: { ...BERLIN, last_name: 'Großmann', line1: '50%_Straße 7' },
      date_placed: '2024-03-10T01:30:00-05:00',
      payment_method: 'external',
      tags: ['Vip, gold'],
      vouchers: [VOUCHER],
      attribution,
    })
    await api.call(createFulfillment, {
      params: { number: order.number },
      body: { lines: [order.lines[1].id], tracking_code: 'X1', carrier: 'dhl' },
    })
    await api.call(updateOrder, { params: { number: order.number }, body: { fulfillment_status: 'on_hold' } })
    await run(
      api.database.pool,
      sql`update orders set is_disputed = true, has_split_fulfillment = true, is_test = true, subscription_lifecycle = 'recurring',
      source = 'subscription' where store_id = ${api.store_id} and number = ${Number(order.number)}`,
    )
    return order
  }
  const subaffiliates = {
    subaffiliate1: 's1',
    subaffiliate2: 's2',
    subaffiliate3: 's3',
    subaffiliate4: 's4',
    subaffiliate5: 's5',
  }

  type Query = Record<string, string | number | boolean | readonly (string | number)[]>
  const numbers = async (query: Query): Promise<string[]> => {
    const { status, body } = await api.call(listOrders, { query })
    assert.equal(status, 200, JSON.stringify(body))
    return body.results.map((order: Placed) => order.number)
  }

  // Each with a value that only the rich order has, and one that none has; a list of both values finds it too.
  const matches: [string, () => string | number, string | number][] = [
    ['search_text', () => rich.number.slice(-4), '999999'],
    ['search_text', () => 'zoe', 'zoo'],
    ['search_text', () => 'GROSSMANN', 'grosman'],
    ['search_text', () => '50%_stra', '50%strasse'],
    ['search_text', () => '3012345', '3012346'],
    ['search_text', () => 'ZOË@example', 'zoe@other'],
    ['search_text', () => 'ån', 'qq'],
    ['search_text', () => '_', '\\'],
    ['address', () => '50%_strasse', 'grossmann'],
    ['name', () => 'zoe angstrom', 'strasse'],
    ['order_number', () => rich.number, '1'],
    ['product', () => shop.variants.lantern, 987],
    ['product', () => shop.products.lantern, 988],
    ['location_id', () => rich.locationId, 987],
    ['payment_method', () => 'external', 'paypal'],
    ['fulfillment_status', () => 'partially_fulfilled', 'rejected'],
    ['fulfillment_status', () => 'on_hold', 'incomplete'],
    ['delivery_status', () => 'tracking_added', 'delivered'],
    ['subscription_lifecycle', () => 'recurring', ''],
    ['date_placed_to', () => '2024-03-10', '2024-03-09'],
    ['coupon_code', () => VOUCHER.toLowerCase(), 'NOPE'],
    ['tags', () => 'vip, GOLD', 'gold'],
    ['offers', () => shop.offers.five_off, 987],
    ['countries', () => 'de', 'FR'],
    ['funnels', () => 'spring', 'autumn'],
    ['sources', () => 'subscription', 'checkout'],
    ['agents', () => 'Desk@example.com', 'nobody@example.com'],
    ['utm_source', () => 'news', 'new'],
    ['utm_campaign', () => 'c', 'x'],
    ['utm_term', () => 't', 'x'],
    ['utm_content', () => 'n', 'x'],
    ['affiliate', () => 'A_7', 'A77'],
    ...Object.entries(subaffiliates).map(([key, value]): [string, () => string, string] => [key, () => value, 'x']),
  ]
  const single = new Set([
    'search_text',
    'address',
    'name',
    'order_number',
    'subscription_lifecycle',
    'date_placed_to',
    'affiliate',
  ])
  for (const [name, value, other] of matches)
    test(`finds by ${name} "${String(other)}" nobody, and by another value the one`, async () => {
      rich.locationId = shop.locations.eu
      assert.deepEqual(await numbers({ [name]: value() }), [rich.number])
      if (other !== '') assert.deepEqual(await numbers({ [name]: other }), [])
      if (!single.has(name) && !/^(utm|sub)/.test(name))
        assert.deepEqual(await numbers({ [name]: [other, value()] }), [rich.number])
    })

  for (const flag of ['is_disputed', 'has_split_fulfillment', 'is_test'])
    test(`tells ${flag} true and false apart`, async () => {
      assert.deepEqual([await numbers({ [flag]: true }), await numbers({ [flag]: false })], [[rich.number], [plain.number]])
    })

  test('tells what is owed, paid, archived and of another lifecycle', async () => {
    await api.call(markAsPaid, { params: { number: rich.number } })
    await api.call(updateOrder, { params: { number: plain.number }, body: { status: 'archived' } })
    assert.deepEqual(
      [await numbers({ has_outstanding_balance: true }), await numbers({ has_outstanding_balance: false })],
      [[plain.number], [rich.number]],
    )
    assert.deepEqual(
      [await numbers({ payment_status: 'paid' }), await numbers({ payment_status: ['paid', 'pending'] })],
      [[rich.number], [rich.number, plain.number]],
    )
    assert.deepEqual(
      [await numbers({ status: 'archived' }), await numbers({ status: 'open,archived' })],
      [[plain.number], [rich.number, plain.number]],
    )
    assert.deepEqual(await numbers({ subscription_lifecycle: 'non-recurring' }), [plain.number])
  })

  test('takes dates as whole days of the store, both ends in, and none when they are the wrong way round', async () => {
    assert.deepEqual(await numbers({ date_placed_from: '2024-03-10', date_placed_to: '2024-03-10' }), [rich.number])
    assert.deepEqual(await numbers({ date_placed_from: '2024-03-11' }), [plain.number])
    assert.deepEqual(await numbers({ date_placed_from: '2024-03-10', date_placed_to: '2024-03-09' }), [])
  })

  test('needs every filter to be met, and takes an empty one as none', async () => {
    assert.deepEqual(await numbers({ tags: 'vip, gold', countries: 'US' }), [])
    assert.equal((await numbers({ tags: '', search_text: '', unknown: 'x' })).length, 2)
  })
})
