import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApi } from './harness.ts'

/** Indexes of store tables that lead with something else, each with its reason. */
const ACROSS_STORES: Record<string, string> = {
  access_tokens_hash_key: 'the token says which store it is',
  apps_client_id_key: 'an app names itself before its store is known',
  idempotency_keys_by_age: 'old keys of all stores are forgotten at once',
  payment_intents_key_key: 'a gateway knows an intent by its key alone',
  payment_intents_open: 'one reconciler serves all stores',
}

describe('Tables of a store', () => {
  const api = startApi()
  const storeTables = `select c.oid from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'store_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`

  test('lead with the store in every key and index', async () => {
    const { rows } = await api.database.pool.query(`
      select i.indrelid::regclass::text as table, c.relname as index, a.attname as first
      from pg_index i join pg_class c on c.oid = i.indexrelid
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where i.indrelid in (${storeTables}) order by 1, 2`)
    assert.ok(rows.length > 80)
    const others = rows.filter(({ first }) => first !== 'store_id').map(({ index }) => index)
    assert.deepEqual(others, Object.keys(ACROSS_STORES))
  })

  test('point at each other with the store in the key, so no row can point at a row of another store', async () => {
    const { rows } = await api.database.pool.query(`
      select f.conrelid::regclass::text || ' ' || pg_get_constraintdef(f.oid) as definition
      from pg_constraint f
      where f.contype = 'f' and f.conrelid in (${storeTables}) and f.confrelid in (${storeTables})
        and (select attname from pg_attribute where attrelid = f.conrelid and attnum = f.conkey[1]) <> 'store_id'`)
    assert.deepEqual(rows, [])
  })

  test('refuse a row that points at another store', async () => {
    const other = await api.anotherStore()
    const { rows } = await api.database.pool.query(
      `insert into customers (store_id, email) values ($1, 'a@example.com') returning id`,
      [other.store_id],
    )
    const insert = api.database.pool.query(
      `insert into customer_addresses (store_id, customer_id, line1, line4, country) values ($1, $2, 'x', 'y', 'US')`,
      [api.store_id, rows[0].id],
    )
    await assert.rejects(insert, { code: '23503' })
  })
})
