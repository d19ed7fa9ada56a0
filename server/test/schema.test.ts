import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { many, sql } from '../src/platform/sql.ts'
import { startApi } from './harness.ts'
import { schemaText } from './schema-text.ts'

// Tables that belong to no store: the stores themselves, and what serves the whole installation.
const OF_NO_STORE = new Set(['stores', 'migrations', 'rate_windows', 'worker_leases'])

describe('The tables', () => {
  const api = startApi()

  test('are those of db/schema.sql', async () => {
    const kept = await readFile(new URL('../../db/schema.sql', import.meta.url), 'utf8')
    assert.equal(await schemaText(api.database.pool), kept, 'run "npm run schema"')
  })

  test('have the store first in their primary keys, unique keys and references', async () => {
    const wrong = await many<{ found: string }>(
      api.database.pool,
      sql`
      select c.conrelid::regclass || ': ' || pg_get_constraintdef(c.oid) as found
      from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_namespace n on n.oid = t.relnamespace
      join pg_attribute a on a.attrelid = t.oid and a.attname = 'store_id'
      where n.nspname = 'public' and not t.relispartition and c.contype in ('p', 'f') and c.conkey[1] <> a.attnum
      order by 1`,
    )
    assert.deepEqual(
      wrong.map(({ found }) => found),
      [],
    )
  })

  test('belong to a store, but for those of the installation', async () => {
    const tables = await many<{ name: string }>(
      api.database.pool,
      sql`
      select t.relname as name from pg_class t join pg_namespace n on n.oid = t.relnamespace
      where n.nspname = 'public' and t.relkind in ('r', 'p') and not t.relispartition
        and not exists (select from pg_attribute where attrelid = t.oid and attname = 'store_id')`,
    )
    assert.deepEqual(
      tables.map(({ name }) => name).filter(name => !OF_NO_STORE.has(name)),
      [],
    )
  })

  test('index every reference to a table whose rows may be deleted or changed', async () => {
    const missing = await many<{ found: string }>(
      api.database.pool,
      sql`
      select c.conrelid::regclass || ' (' || pg_get_constraintdef(c.oid) || ')' as found from pg_constraint c
      join pg_class t on t.oid = c.conrelid join pg_namespace n on n.oid = t.relnamespace
      where n.nspname = 'public' and c.contype = 'f' and c.confdeltype = 'c' and not exists (
        select from pg_index i where i.indrelid = c.conrelid and (i.indkey::smallint[])[0:cardinality(c.conkey) - 1] @> c.conkey)`,
    )
    assert.deepEqual(
      missing.map(({ found }) => found),
      [],
    )
  })
})
