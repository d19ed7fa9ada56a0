import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApi } from '../../test/harness.ts'
import { housekeeping } from './housekeeping.ts'
import { createLog } from './log.ts'

describe('Housekeeping', () => {
  const api = startApi()
  const perform = (name: string) => {
    const tools = { database: api.database, transact: () => assert.fail('no transaction is needed'), log: createLog('silent') }
    return housekeeping.find(task => task.name === name)!.perform({}, tools as never)
  }

  test('forgets idempotency keys after a day and keeps younger ones', async () => {
    await api.database.pool.query(
      `insert into idempotency_keys (store_id, owner, request, key, body_hash, created_at)
       values ($1, 'app:1', 'POST /x', 'old', '', now() - interval '25 hours'), ($1, 'app:1', 'POST /x', 'new', '', now())`,
      [api.store_id],
    )
    await perform('platform.forget_idempotency_keys')
    const { rows } = await api.database.pool.query('select key from idempotency_keys')
    assert.deepEqual(rows, [{ key: 'new' }])
  })

  test('has the partitions of the months ahead, also when asked twice', async () => {
    await api.database.pool.query('drop table if exists events_205001')
    await perform('platform.create_event_partitions')
    await perform('platform.create_event_partitions')
    const { rows } = await api.database.pool.query(
      `select count(*)::integer as months from pg_inherits where inhparent = 'events'::regclass and inhrelid <> 'events_default'::regclass`,
    )
    assert.equal(rows[0].months, 4)
  })
})
