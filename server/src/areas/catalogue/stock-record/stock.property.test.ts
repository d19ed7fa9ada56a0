import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { startApi } from '../../../../test/harness.ts'
import { makeWorld } from '../../../../test/world.ts'
import { many, type Queryable, sql } from '../../../platform/sql.ts'
import { countStock } from './create-stock-records.ts'
import { allocateStock, moveAllocation, releaseStock, returnStock, shipStock, unshipStock } from './stock.ts'

interface Deed {
  kind: 'allocate' | 'release' | 'ship' | 'unship' | 'return' | 'move' | 'count'
  /** Places in the list of records. */
  first: number
  second: number
  quantity: number
}

interface Counted {
  id: number
  num_in_stock: number
  num_allocated: number
  in_stock: number
  allocated: number
}

describe('The ledger of stock', () => {
  const api = startApi()
  const deedOf = (...kinds: Deed['kind'][]) =>
    fc.record<Deed>({
      kind: fc.constantFrom(...kinds),
      first: fc.nat(2),
      second: fc.nat(2),
      quantity: fc.integer({ min: 1, max: 4 }),
    })
  const moves = ['allocate', 'allocate', 'release', 'ship', 'unship', 'return', 'move'] as const

  function act(
    db: Queryable,
    store_id: number,
    records: readonly number[],
    { kind, first, second, quantity }: Deed,
  ): Promise<unknown> {
    const units = [records[first]!, records[second]!].map(stock_record_id => ({
      stock_record_id,
      quantity,
      allow_backorders: false,
    }))
    if (kind === 'allocate') return allocateStock(db, store_id, units, 'order')
    if (kind === 'release') return releaseStock(db, store_id, units, 'order')
    if (kind === 'ship') return shipStock(db, store_id, units, 'fulfillment')
    if (kind === 'unship') return unshipStock(db, store_id, units, 'fulfillment')
    if (kind === 'return') return returnStock(db, store_id, units, 'refund')
    if (kind === 'move') return moveAllocation(db, store_id, units.slice(0, 1), units.slice(1), 'order')
    return countStock(db, store_id, records[first]!, quantity * 3, 'inventory')
  }

  // Giving back more than was promised is refused by the table; everything else is a fault.
  const unlessRefused = (error: { code?: string }) => assert.equal(error.code, '23514', String(error))

  async function afterDeeds(deed: fc.Arbitrary<Deed>, check: (row: Counted) => void): Promise<void> {
    const { store_id } = await api.anotherStore()
    const { stock } = await makeWorld({ ...api, store_id })
    const records = [stock.us.lantern, stock.us.shirt_small, stock.us.shirt_large]
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 1, maxLength: 25 }), async deeds => {
        await Promise.all(deeds.map(each => act(api.database.pool, store_id, records, each).catch(unlessRefused)))
        for (const row of await counted(store_id)) check(row)
      }),
      { numRuns: 40, endOnFailure: true },
    )
  }

  const counted = (store_id: number) =>
    many<Counted>(
      api.database.pool,
      sql`
      select r.id, r.num_in_stock, r.num_allocated, sum(m.in_stock_change)::integer as in_stock, sum(m.allocated_change)::integer as allocated
      from stock_records r join stock_movements m on m.store_id = r.store_id and m.stock_record_id = r.id
      where r.store_id = ${store_id} group by r.store_id, r.id`,
    )

  test('adds up to the counters after any deeds at once', () =>
    afterDeeds(deedOf(...moves, 'count'), row => {
      assert.deepEqual([row.in_stock, row.allocated], [row.num_in_stock, row.num_allocated])
    }))

  test('never promises a unit twice as long as nobody counts fewer', () =>
    afterDeeds(deedOf(...moves), row => {
      assert.ok(row.num_allocated <= row.num_in_stock, `record ${row.id} promises ${row.num_allocated} of ${row.num_in_stock}`)
    }))
})
