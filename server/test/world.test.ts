import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { many, one, sql } from '../src/platform/sql.ts'
import { startApi } from './harness.ts'
import { EUR_IN_USD, makeWorld, PRICES, STOCK, TAX_PERCENT, VOUCHER, type World } from './world.ts'

describe('The shop of the tests', () => {
  const api = startApi()
  let world: World
  const shop = async () => {
    world ??= await makeWorld(api)
    return world
  }
  const db = () => api.database.pool

  test('sells what its figures say', async () => {
    const { variants } = await shop()
    const prices = await many<{ id: number; currency: string; price: string }>(
      db(),
      sql`select variant_id as id, currency, price from variant_prices where store_id = ${api.store_id}`,
    )
    const priceOf = (id: number, currency: string) => prices.find(price => price.id === id && price.currency === currency)?.price
    assert.equal(prices.length, 14)
    assert.equal(priceOf(variants.lantern, 'USD'), PRICES.lantern.USD)
    assert.equal(priceOf(variants.shirt_large, 'EUR'), PRICES.shirt.EUR)
  })

  test('has each kind of goods', async () => {
    const { variants, products } = await shop()
    const rows = await many<{ id: number; kind: string }>(
      db(),
      sql`
      select v.id, concat_ws(' ', case when v.track_stock then 'counted' end, case when v.allow_backorders then 'backorders' end,
        case when not v.requires_shipping then 'digital' end, case when p.enable_subscription then 'subscription' end, p.structure, v.title) as kind
      from variants v join products p on p.store_id = v.store_id and p.id = v.product_id
      where v.store_id = ${api.store_id}`,
    )
    const kindOf = (id: number) => rows.find(row => row.id === id)?.kind
    assert.deepEqual(Object.fromEntries(Object.entries(variants).map(([name, id]) => [name, kindOf(id)])), {
      lantern: 'counted standalone Harbour lantern',
      candle: 'standalone Beeswax candle',
      mug: 'counted backorders standalone Enamel mug',
      guide: 'digital standalone Guide to lighthouses',
      shirt_small: 'counted parent S',
      shirt_large: 'counted parent L',
      coffee: 'subscription standalone Night watch coffee',
    })
    assert.equal(new Set(Object.values(products)).size, 6)
  })

  test('ships from two places, the first by default, with the stock of its figures', async () => {
    const { locations, stock } = await shop()
    const rows = await many(db(), sql`select id, is_default from locations where store_id = ${api.store_id} order by id`)
    assert.deepEqual(rows, [
      { id: locations.us, is_default: true },
      { id: locations.eu, is_default: false },
    ])
    const record = await one(
      db(),
      sql`select location_id, num_in_stock from stock_records where store_id = ${api.store_id} and id = ${stock.eu.lantern}`,
    )
    assert.deepEqual(record, { location_id: locations.eu, num_in_stock: STOCK.eu.lantern })
  })

  test('knows its taxes, rates, shipping, offers and gateway', async () => {
    const { taxes, shipping, offers, gateway, gateway_group } = await shop()
    const row = await one(
      db(),
      sql`
      select (select percent::float::text from tax_rates where store_id = s.id and id = ${taxes.new_york}) as new_york,
        (select percent::float::text from tax_overrides where store_id = s.id and id = ${taxes.german_books}) as german_books,
        exchange_rate(s.id, 'EUR', 'USD', '2026-11-21')::float::text as rate,
        (select offer_id from vouchers v join voucher_offers o on o.store_id = v.store_id and o.voucher_id = v.id
          where v.store_id = s.id and upper(v.code) = ${VOUCHER}) as voucher_offer,
        s.default_gateway_group_id as gateway_group,
        (select gateway_id from gateway_group_members where store_id = s.id and gateway_group_id = s.default_gateway_group_id) as gateway
      from stores s where s.id = ${api.store_id}`,
    )
    assert.deepEqual(row, {
      new_york: TAX_PERCENT.new_york,
      german_books: TAX_PERCENT.german_books,
      rate: EUR_IN_USD,
      voucher_offer: offers.five_off,
      gateway_group,
      gateway,
    })
    assert.deepEqual(shipping, { standard: 'standard', express: 'express', wholesale: 'wholesale' })
  })

  test('can be furnished in another store, with other wishes', async () => {
    const { store_id } = await api.anotherStore()
    const other = await makeWorld({ ...api, store_id }, { stock: { lantern: 1 }, gateway: false })
    const record = await one<{ num_in_stock: number }>(
      db(),
      sql`select num_in_stock from stock_records where store_id = ${store_id} and id = ${other.stock.us.lantern}`,
    )
    assert.deepEqual([record.num_in_stock, other.gateway], [1, null])
  })
})
