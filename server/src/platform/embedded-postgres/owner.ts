import { setTimeout as sleep } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'

/** Any fixed number, as long as it never changes: versions of Shopwright recognise each other by it. */
const ownership = 7_409_211_385

const poll_ms = 10
const refusals_ms_max = 60_000

const startingOrStopping = ['57P01', '57P02', '57P03']
const tooManyConnections = '53300'

export type Claim = { outcome: 'ours'; client: Client } | { outcome: 'taken' } | { outcome: 'gone' }

export function databaseUrl(port: number, password: string, database = 'shopwright'): string {
  return `postgres://shopwright:${password}@127.0.0.1:${port}/${database}`
}

/**
 * Becomes the one owner of a server as soon as it answers, for as long as the client stays connected.
 * The lock is the server's own, so it cannot outlive a crash of ours, nor be held on a server that is gone.
 */
export async function claim(port: number, password: string, isThere: () => Promise<boolean>): Promise<Claim> {
  let giveUpAt = Date.now() + refusals_ms_max
  for (;;) {
    const client = new Client({ connectionString: databaseUrl(port, password, 'postgres'), ssl: false, keepAlive: true })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query<{ ours: boolean }>('select pg_try_advisory_lock($1) as ours', [ownership])
      if (rows[0]?.ours) return { outcome: 'ours', client }
      await client.end()
      return { outcome: 'taken' }
    } catch (error) {
      const code = error instanceof DatabaseError ? (error.code ?? '') : ''
      // Nobody uses up the connections of a server that nobody owns.
      if (code === tooManyConnections) return { outcome: 'taken' }
      // Recovery after a crash may take long, and says so.
      if (startingOrStopping.includes(code)) giveUpAt = Date.now() + refusals_ms_max
      if (!(await isThere())) return { outcome: 'gone' }
      if (Date.now() > giveUpAt) throw error
      await sleep(poll_ms)
    }
  }
}

/** Claims the server again whenever PostgreSQL drops the connection, as it does after a crash of one of its processes. */
export async function keepOwning(client: Client, port: number, password: string, isThere: () => Promise<boolean>): Promise<void> {
  await new Promise(ended => client.once('end', ended))
  if (!(await isThere())) return
  const again = await claim(port, password, isThere)
  if (again.outcome === 'ours') await keepOwning(again.client, port, password, isThere)
}

export async function createDatabase(client: Client): Promise<void> {
  const { rowCount } = await client.query("select from pg_database where datname = 'shopwright'")
  if (!rowCount) await client.query('create database shopwright')
}
