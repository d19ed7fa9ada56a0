import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

export interface Migration {
  name: string
  text: string
}

// One number for every Shopwright of a database, so that two processes never migrate at once.
const ADVISORY_LOCK = 7_346_201_911
const NAME = /^\d{12}-[a-z0-9-]+\.sql$/

/** The migrations below these folders, oldest first. */
export async function findMigrations(folders: readonly string[]): Promise<Migration[]> {
  const found: Migration[] = []
  for (const folder of folders)
    for (const name of (await readdir(folder)).filter(name => name.endsWith('.sql'))) {
      if (!NAME.test(name)) throw new Error(`A migration is named like 202612011530-add-holds-to-orders.sql, not ${name}.`)
      found.push({ name, text: await readFile(join(folder, name), 'utf8') })
    }
  found.sort((a, b) => (a.name < b.name ? -1 : 1))
  const twice = found.find((migration, index) => migration.name.slice(0, 12) === found[index + 1]?.name.slice(0, 12))
  if (twice) throw new Error(`Two migrations carry the time of ${twice.name}.`)
  return found
}

/** Applies what is missing, each file in a transaction of its own. Answers the names of what it applied. */
export async function migrate(url: string, migrations: readonly Migration[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'shopwright migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK])
    await client.query(`set lock_timeout = '10s'`)
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string }>('select name from migrations')
    const applied = new Set(rows.map(row => row.name))
    const missing = migrations.filter(migration => !applied.has(migration.name))
    for (const migration of missing) await apply(client, migration)
    return missing.map(migration => migration.name)
  } finally {
    await client.end()
  }
}

async function apply(client: pg.Client, { name, text }: Migration): Promise<void> {
  try {
    await client.query('begin')
    await client.query(text)
    await client.query('insert into migrations (name) values ($1)', [name])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback').catch(() => {})
    throw new Error(`Migration ${name} failed: ${(cause as Error).message}`, { cause })
  }
}

/** Whether every migration of this version has been applied. */
export async function isCurrent(db: pg.Pool, migrations: readonly Migration[]): Promise<boolean> {
  const { rows } = await db.query<{ name: string }>('select name from migrations')
  const applied = new Set(rows.map(row => row.name))
  return migrations.every(migration => applied.has(migration.name))
}
