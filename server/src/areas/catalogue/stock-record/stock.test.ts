import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import pg from 'pg'
import { startApi } from '../../../../test/harness.ts'
import { makeWorld, type World } from '../../../../test/world.ts'
import { many, one, type Queryable, sql } from '../../../platform/sql.ts'
import { countStock } from './create-stock-records.ts'
import { allocateStock, moveAllocation, releaseStock, returnStock, type StockUnits, shipStock, unshipStock } from './stock.ts'

describe('Moving stock', () => {
  const api = startApi()
  let world: World
  const shelf = async () => {
    world ??= await makeWorld(api, { stock: { shirt_large: 1000 } })
    return world.stock.us
  }
  const db = () => api.database.pool
  const of = (stock_record_id: number, quantity: number) => ({ stock_record_id, quantity, allow_backorders: false })
  const allocate = (...units: ReturnType<typeof of>[]) => allocateStock(db(), api.store_id, units, 'order 1')
  const counters = async (id: number) => {
    const row = await one<{ num_in_stock: number; num_allocated: number }>(
      db(),
      sql`select num_in_stock, num_allocated from stock_records where store_id = ${api.store_id} and id = ${id}`,
    )
    return [row.num_in_stock, row.num_allocated]
  }
  const movements = (id: number) =>
    many<{ cause: string }>(
      db(),
      sql`
      select cause, in_stock_change, allocated_change, reference from stock_movements
      where store_id = ${api.store_id} and stock_record_id = ${id} order by id`,
    )

  test('promises, ships, takes back and returns units, and writes each of it down', async () => {
    const { lantern } = await shelf()
    const units: StockUnits[] = [of(lantern, 2)]
    assert.deepEqual(await allocate(of(lantern, 1), of(lantern, 2)), [])
    assert.deepEqual(await counters(lantern), [5, 3])
    await shipStock(db(), api.store_id, units, 'fulfillment 1')
    assert.deepEqual(await counters(lantern), [3, 1])
    await unshipStock(db(), api.store_id, units, 'fulfillment 1')
    assert.deepEqual(await counters(lantern), [5, 3])
    await releaseStock(db(), api.store_id, [of(lantern, 3)], 'order 1')
    await returnStock(db(), api.store_id, [of(lantern, 1)], 'refund 1')
    assert.deepEqual(await counters(lantern), [6, 0])
    assert.equal(await countStock(db(), api.store_id, lantern, 5, 'inventory'), true)
    assert.equal(await countStock(db(), api.store_id, lantern, 5, 'inventory'), true)
    assert.deepEqual(await counters(lantern), [5, 0])
    assert.deepEqual(
      (await movements(lantern)).map(row => Object.values(row).join(' ')),
      [
        'count 5 0 initial count',
        'allocate 0 3 order 1',
        'ship -2 -2 fulfillment 1',
        'void 2 2 fulfillment 1',
        'release 0 -3 order 1',
        'return 1 0 refund 1',
        'count -1 0 inventory',
      ],
    )
  })

  test('adds up the units of one record, and moves nothing when one of several is short', async () => {
    const { lantern, shirt_small } = await shelf()
    const before = (await movements(shirt_small)).length
    const short = await allocate(of(lantern, 3), of(shirt_small, 1), of(lantern, 3))
    assert.deepEqual(short, [{ stock_record_id: lantern, wanted: 6, available: 5 }])
    assert.deepEqual(
      [await counters(lantern), await counters(shirt_small)],
      [
        [5, 0],
        [10, 0],
      ],
    )
    assert.equal((await movements(shirt_small)).length, before)
  })

  test('promises more than there is only of what may be backordered', async () => {
    const { mug } = await shelf()
    assert.deepEqual(await allocate(of(mug, 2)), [{ stock_record_id: mug, wanted: 2, available: 1 }])
    assert.deepEqual(await allocate({ ...of(mug, 4), allow_backorders: true }), [])
    assert.deepEqual(await counters(mug), [1, 4])
    assert.deepEqual(await allocate(of(mug, 1)), [{ stock_record_id: mug, wanted: 1, available: 0 }])
    const absurd = { ...of(mug, Number.MAX_SAFE_INTEGER), allow_backorders: true }
    assert.equal((await allocate(absurd))[0]?.wanted, Number.MAX_SAFE_INTEGER)
  })

  test('finds records that the store does not have short, and refuses to give back what was never promised', async () => {
    const { shirt_small } = await shelf()
    const { store_id } = await api.anotherStore()
    const foreign = { ...of(shirt_small, 1), allow_backorders: true }
    assert.deepEqual(await allocateStock(db(), store_id, [foreign], 'order 1'), [
      { stock_record_id: shirt_small, wanted: 1, available: 0 },
    ])
    await assert.rejects(releaseStock(db(), store_id, [of(shirt_small, 1)], 'order 1'), /cannot release/)
    await assert.rejects(releaseStock(db(), api.store_id, [of(shirt_small, 1)], 'order 1'), /num_allocated/)
    assert.throws(() => allocate(of(shirt_small, -1)), RangeError)
    assert.deepEqual(await allocate(), [])
  })

  test('moves a promise to another record, or leaves it where it is', async () => {
    const { shirt_small } = await shelf()
    const eu = world.stock.eu.shirt_small
    await allocate(of(shirt_small, 5))
    const move = (quantity: number) =>
      moveAllocation(db(), api.store_id, [of(shirt_small, quantity)], [of(eu, quantity)], 'order 1')
    assert.deepEqual(await move(5), [{ stock_record_id: eu, wanted: 5, available: 4 }])
    assert.deepEqual(await move(4), [])
    assert.deepEqual(
      [await counters(shirt_small), await counters(eu)],
      [
        [10, 1],
        [4, 4],
      ],
    )
  })

  test('gives the last unit to one of fifty who want it at once', async () => {
    const { lantern } = await shelf()
    await countStock(db(), api.store_id, lantern, 1, 'inventory')
    const outcomes = await atOnce(50, db => allocateStock(db, api.store_id, [of(lantern, 1)], 'order 2'))
    assert.equal(outcomes.filter(short => short.length === 0).length, 1)
    assert.deepEqual(await counters(lantern), [1, 1])
  })

  test('does not deadlock when the same records are wanted in opposite orders', async () => {
    const { shirt_large, mug } = await shelf()
    const wish = (id: number) => ({ ...of(id, 1), allow_backorders: true })
    const outcomes = await atOnce(60, (db, n) => {
      const units = n % 2 ? [wish(shirt_large), wish(mug)] : [wish(mug), wish(shirt_large)]
      return allocateStock(db, api.store_id, units, `order ${n}`)
    })
    assert.deepEqual(outcomes.flat(), [])
    assert.deepEqual(await counters(shirt_large), [1000, 60])
  })

  /** Opens that many transactions first, so that all of them work at the same moment. */
  async function atOnce<Result>(count: number, work: (db: Queryable, n: number) => Promise<Result>): Promise<Result[]> {
    const pool = new pg.Pool({ connectionString: db().options.connectionString, max: count })
    pool.on('connect', client => void client.on('error', () => {}))
    const clients = await Promise.all(Array.from({ length: count }, () => pool.connect()))
    await Promise.all(clients.map(client => client.query('begin')))
    const results = await Promise.all(
      clients.map(async (client, n) => {
        const result = await work(client, n)
        await client.query('select pg_sleep(0.002)')
        await client.query('commit')
        return result
      }),
    ).finally(() => {
      for (const client of clients) client.release(true)
    })
    await pool.end()
    return results
  }
})
