import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type Api, startApi } from '../../test/harness.ts'
import { assertOrderInvariants } from '../../test/invariants.ts'
import createOrder from '../areas/orders/order/create-order.ts'
import { many, one, sql } from '../platform/sql.ts'
import { openCounter } from './counter.ts'
import { type DemoOptions, ensureDemoStore } from './index.ts'
import { showProgress } from './progress.ts'

const data_dir = mkdtempSync(join(tmpdir(), 'shopwright-demo-'))
after(() => rmSync(data_dir, { recursive: true, force: true }))

const settings = { DATA_DIR: data_dir }
const groundOf = ({ database, url }: Api) => ({
  database,
  configuration: { data_dir, files_url: null, public_url: url, page_size: 50 },
})
const make = (api: Api, options: DemoOptions = {}) => ensureDemoStore(groundOf(api), { force: true, ...options })
const storeOf = async ({ database }: Api) =>
  (await one<{ id: number }>(database.pool, sql`select id from stores where label = 'harbour-lights'`)).id

/** All that a run must bring about again: what is sold, for how much, and what became of the orders. */
const digestOf = async ({ database }: Api, store_id: number) => ({
  goods: await many(
    database.pool,
    sql`select p.title as product, p.description, v.title, v.sku, c.currency, c.price::text, c.retail::text from variants v
      join products p on p.store_id = v.store_id and p.id = v.product_id
      join variant_prices c on c.store_id = v.store_id and c.variant_id = v.id
      where v.store_id = ${store_id} order by v.sku, c.currency`,
  ),
  orders: await many(
    database.pool,
    sql`select o.number, c.email, o.currency, o.total_incl_tax::text, o.total_tax::text, o.total_discount::text, o.status, o.payment_status,
        o.fulfillment_status, o.has_split_fulfillment, o.skus, o.tags
      from orders o join customers c on c.store_id = o.store_id and c.id = o.customer_id where o.store_id = ${store_id} order by o.number`,
  ),
})

describe('The demo store', { timeout: 60_000 }, () => {
  const api = startApi({ settings })
  const twin = startApi({ settings })
  let store_id: number
  let token: string

  before(async () => {
    const [made] = await Promise.all([make(api), make(twin)])
    token = made!.token
    store_id = await storeOf(api)
  })

  const counted = async (table: string) =>
    (await api.database.pool.query(`select count(*)::integer as count from ${table} where store_id = $1`, [store_id])).rows[0]
      .count
  const words = async (column: string) =>
    (
      await api.database.pool.query(`select distinct ${column} as word from orders where store_id = $1 order by 1`, [store_id])
    ).rows.map(({ word }) => word)

  test('has a shop full of things, people to buy them and orders', async () => {
    const tables = ['orders', 'customers', 'locations', 'shipping_methods', 'store_currencies', 'order_notes'] as const
    const counts = Object.fromEntries(await Promise.all(tables.map(async table => [table, await counted(table)] as const)))
    const { order_notes, ...exact } = counts
    assert.deepEqual(exact, { orders: 300, customers: 200, locations: 2, shipping_methods: 3, store_currencies: 2 })
    assert.ok(order_notes! > 30)
    assert.ok((await counted('products')) >= 40 && (await counted('variants')) >= 120)
    assert.ok((await counted('tax_regions')) >= 5 && (await counted('tax_rates')) >= 10)
  })

  test('has orders in every state that can be reached', async () => {
    assert.deepEqual(await words('status'), ['archived', 'canceled', 'open'])
    assert.deepEqual(await words('payment_status'), ['authorized', 'paid', 'pending', 'refunded', 'voided'])
    const fulfillment = ['fulfilled', 'incomplete', 'not_required', 'on_hold', 'processing', 'unfulfilled']
    assert.deepEqual(await words('fulfillment_status'), fulfillment)
    assert.deepEqual(await words('is_test'), [false, true])
    assert.deepEqual(await words('partially_fulfilled'), [false, true])
    assert.deepEqual(await words('currency'), ['EUR', 'USD'])
  })

  test('dates them within three months, in the order of their numbers', async () => {
    const placed = await many<{ date_placed: Date }>(
      api.database.pool,
      sql`select date_placed from orders where store_id = ${store_id} order by number`,
    )
    const times = placed.map(({ date_placed }) => new Date(date_placed).getTime())
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    )
    assert.ok(times[0]! > Date.now() - 92 * 86_400_000 && times.at(-1)! < Date.now())
  })

  test('keeps every promise of orders and stock', () => assertOrderInvariants(api.database.pool, store_id))

  test('shows a picture of everything', async () => {
    const paths = await many<{ path: string }>(
      api.database.pool,
      sql`select path from product_images where store_id = ${store_id}`,
    )
    assert.equal(paths.length, await counted('products'))
    for (const { path } of paths) {
      const { status, headers } = await fetch(`${api.url}/files/${path}`, { method: 'HEAD' })
      assert.deepEqual([status, headers.get('content-type')], [200, 'image/webp'], path)
    }
    const order = await api.request('/api/admin/orders/100010/', { headers: { Authorization: `Bearer ${token}` } })
    assert.equal((await fetch(order.body.lines[0].product_image)).status, 200)
  })

  test('is the same again on another database', async () => {
    const twin_id = await storeOf(twin)
    assert.deepEqual(await digestOf(twin, twin_id), await digestOf(api, store_id))
  })

  test('leaves the gateway charging at once', async () => {
    const flow = await one(api.database.pool, sql`select payment_flow from gateways where store_id = ${store_id}`)
    assert.deepEqual(flow, { payment_flow: 'charge' })
  })

  test('is made once', async () => {
    assert.equal(await make(api), null)
    assert.equal(await make(api, { force: false }), null)
  })
})

describe('Making the demo store', () => {
  const api = startApi({ settings })

  test('ends early when asked, with the shop but without orders', async () => {
    assert.equal((await make(api, { signal: AbortSignal.abort() }))?.store, 'Harbour Lights')
    const { orders } = await digestOf(api, await storeOf(api))
    assert.deepEqual(orders, [])
  })

  test('says which operation is missing, and which was refused', async () => {
    const { database, configuration } = groundOf(api)
    const counter = await openCounter(database, configuration, [createOrder], api.token)
    await assert.rejects(counter.ask('ordersPay', { body: {} }), /needs the operation ordersPay/)
    await assert.rejects(counter.ask('ordersCreate', { body: {} }), /was refused ordersCreate: 400 .*lines/)
    await counter.close()
  })

  test('shows its progress on a terminal only', () => {
    const written: string[] = []
    const stream = (isTTY: boolean) =>
      ({ isTTY, write: (text: string) => written.push(text), cursorTo() {}, clearLine() {}, on() {} }) as never
    const nothing = showProgress(3, stream(false))
    nothing.step()
    nothing.end()
    assert.deepEqual(written, [])
    const bar = showProgress(3, stream(true))
    bar.step()
    bar.end()
    assert.match(written.join(''), /Making the demo store/)
  })
})
