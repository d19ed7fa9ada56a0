import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { startApi } from '../../../../test/harness.ts'
import { many, run, sql } from '../../../platform/sql.ts'
import { meeting } from './list-conditions.ts'
import type { OrderFilters } from './list-filters.ts'
import { orderListView } from './view.ts'

const ORDERS = 6_000
const CUSTOMERS = 10_000

describe('The order list in a big store', () => {
  const api = startApi()
  before(async () => {
    const { pool } = api.database
    await run(
      pool,
      sql`insert into customers (store_id, email, first_name, last_name)
        select ${api.store_id}, 'customer' || n || '@example.com', 'Ada', 'Number' || n from generate_series(1, ${CUSTOMERS}::int) n`,
    )
    await run(
      pool,
      sql`insert into orders (store_id, number, status, fulfillment_status, payment_status, source, is_test, payment_method, customer_id,
          shipping_address, attribution, agent_id, tags, currency, prices_include_tax, report_currency, report_rate, original_shipping_excl_tax,
          original_shipping_incl_tax, original_total_discount, original_total_excl_tax, original_total_incl_tax, total_cost, total_discount,
          total_excl_tax, total_incl_tax, total_tax, total_outstanding, report_values, status_token, is_disputed, has_split_fulfillment,
          partially_fulfilled, subscription_lifecycle, delivery_statuses, location_ids, product_ids, skus, offer_ids, voucher_codes, date_placed)
        select ${api.store_id}, 100000 + n, case when n % 500 = 0 then 'canceled' else 'archived' end, case when n % 500 = 0 then 'on_hold' else 'fulfilled' end,
          case when n % 500 = 0 then 'expired' else 'paid' end, case when n % 500 = 0 then 'dashboard' else 'checkout' end, n % 500 = 0,
          case when n % 500 = 0 then 'paypal' else 'card_token' end, first.id + n % ${CUSTOMERS}::int,
          jsonb_build_object('first_name', 'Ada', 'last_name', 'Name' || n, 'line1', n || ' Long Street', 'line4', 'Town' || n % 300, 'country', case when n % 500 = 0 then 'DE' else 'US' end),
          jsonb_build_object('funnel', 'f' || n % 400, 'utm_source', 'u' || n % 400), case when n % 500 = 0 then first.id end, array['t' || n % 400], case when n % 500 = 0 then 'EUR' else 'USD' end,
          false, 'USD', 1, 0, 0, 0, 9, 10, 0, 0, 9, 10, 1, case when n % 500 = 0 then 10 else 0 end, '{}', 'x', n % 500 = 0, n % 500 = 0, n % 500 = 0,
          case when n % 500 = 0 then 'recurring' else 'non-recurring' end, array['d' || n % 400], array[n % 400], array[n % 400], array['s' || n % 400], array[n % 400], array['V' || n % 400],
          now() - n * interval '1 hour'
        from generate_series(1, ${ORDERS}::int) n, (select min(id) as id from customers where store_id = ${api.store_id}) first`,
    )
    await pool.query('vacuum analyze orders')
    await pool.query('vacuum analyze customers')
  })

  async function scansOf(filters: OrderFilters): Promise<string[]> {
    const store = { id: api.store_id, label: 'x', timezone: 'UTC', primary_domain: 'x.example.com' }
    const statement = orderListView(store, meeting(filters, store), sql`order by o.number desc limit 51`)
    const rows = await many<{ 'QUERY PLAN': string }>(api.database.pool, sql`explain ${statement}`)
    return rows.map(row => row['QUERY PLAN']).filter(line => /Scan/.test(line))
  }

  const cases: [OrderFilters, string][] = [
    [{ search_text: 'Name4321' }, 'orders_by_search'],
    [{ search_text: 'customer1234@' }, 'customers_by_search'],
    [{ search_text: 'customer1234@' }, 'orders_by_customer'],
    [{ name: 'Ada Name4321' }, 'orders_by_search'],
    [{ address: '4321 Long' }, 'orders_by_search'],
    [{ order_number: '100777' }, 'orders_pkey'],
    [{ product: [7] }, 'orders_by_products'],
    [{ location_id: [7] }, 'orders_by_location'],
    [{ sku: ['s7'] }, 'orders_by_skus'],
    [{ status: ['canceled'] }, 'orders_by_status'],
    [{ payment_method: ['paypal'] }, 'orders_by_payment_method'],
    [{ currency: 'EUR' }, 'orders_by_currency'],
    [{ fulfillment_status: ['on_hold'] }, 'orders_by_fulfillment_status'],
    [{ fulfillment_status: ['partially_fulfilled'] }, 'orders_partially_fulfilled'],
    [{ delivery_status: ['d7' as 'delivered'] }, 'orders_by_delivery_status'],
    [{ payment_status: ['expired'] }, 'orders_by_payment_status'],
    [{ subscription_lifecycle: 'recurring' }, 'orders_recurring'],
    [{ coupon_code: ['v7'] }, 'orders_by_vouchers'],
    [{ tags: ['T7'] }, 'orders_by_tags'],
    [{ offers: ['7'] }, 'orders_by_offers'],
    [{ countries: ['DE'] }, 'orders_by_country'],
    [{ funnels: ['f7', 'f8'] }, 'orders_by_attribution'],
    [{ utm_source: 'u7' }, 'orders_by_attribution'],
    [{ sources: ['dashboard'] }, 'orders_by_source'],
    [{ agents: ['customer1@example.com'] }, 'orders_by_agent'],
    [{ is_disputed: true }, 'orders_disputed'],
    [{ has_outstanding_balance: true }, 'orders_outstanding'],
    [{ has_split_fulfillment: true }, 'orders_split'],
    [{ is_test: true }, 'orders_test'],
    [{}, 'orders_pkey'],
  ]
  for (const [filters, index] of cases)
    test(`answers ${JSON.stringify(filters)} from ${index}`, async () => {
      const scans = await scansOf(filters)
      assert.ok(
        scans.some(line => line.includes(index)),
        scans.join('\n'),
      )
      assert.ok(!scans.some(line => /Seq Scan on (orders|customers c_1)/.test(line)), scans.join('\n'))
    })

  test('answers a day from its index', async () => {
    const day = new Date(Date.now() - 100 * 86_400_000).toISOString().slice(0, 10)
    const scans = await scansOf({ date_placed_from: day, date_placed_to: day })
    assert.ok(
      scans.some(line => line.includes('orders_by_date_placed')),
      scans.join('\n'),
    )
  })
})
