import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApi } from '../test/harness.ts'
import { examine } from './doctor.ts'

describe('The doctor', () => {
  const api = startApi()

  const examined = (repair = false) => examine({ database: api.database, repair })
  // One record with 10 counted, of which 4 are promised; foreign keys are left out, as nothing but the counters matters here.
  async function stockRecord({ num_in_stock = 10, num_allocated = 4, promised = 4 } = {}): Promise<void> {
    const client = await api.database.pool.connect()
    try {
      await client.query('set session_replication_role = replica')
      await client.query('truncate stock_movements, fulfillment_order_lines, fulfillment_orders, stock_records cascade')
      const store = api.store_id
      const { rows } = await client.query(
        'insert into stock_records (store_id, variant_id, location_id, num_in_stock, num_allocated) values ($1, 1, 1, $2, $3) returning id',
        [store, num_in_stock, num_allocated],
      )
      await client.query(
        `insert into stock_movements (store_id, stock_record_id, in_stock_change, allocated_change, cause, reference)
         values ($1, $2, 10, 0, 'count', ''), ($1, $2, 0, 4, 'allocate', '')`,
        [store, rows[0].id],
      )
      const order = await client.query(
        `insert into fulfillment_orders (store_id, order_number, location_id, status, request_status, requires_shipping)
         values ($1, 1, 1, 'open', 'pending', true), ($1, 1, 1, 'canceled', 'closed', true) returning id`,
        [store],
      )
      await client.query(
        `insert into fulfillment_order_lines (store_id, fulfillment_order_id, order_line_id, quantity, fulfilled_quantity, stock_record_id, tracked)
         values ($1, $2, 1, $4, 1, $5, true), ($1, $3, 1, 9, 0, $5, true), ($1, $2, 1, 7, 0, $5, false)`,
        [store, order.rows[0].id, order.rows[1].id, promised + 1, rows[0].id],
      )
      await client.query('set session_replication_role = default')
    } finally {
      client.release()
    }
  }

  test('finds nothing where everything agrees', async () => {
    await stockRecord()
    assert.deepEqual(await examined(), { findings: [], repaired: 0 })
  })

  for (const [name, wrong] of [
    ['a count on the shelf', { num_in_stock: 9 }],
    ['a count of promised units', { num_allocated: 5 }],
    ['a fulfillment order', { promised: 6 }],
  ] as const)
    test(`finds ${name} that disagrees, repairs it, and is then content`, async () => {
      await stockRecord(wrong)
      const { findings } = await examined()
      assert.ok(findings.length > 0)
      assert.equal(findings[0]!.store_id, api.store_id)
      assert.equal((await examined(true)).repaired, 1)
      assert.deepEqual(await examined(), { findings: [], repaired: 0 })
    })
})
