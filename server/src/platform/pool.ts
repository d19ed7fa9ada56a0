import type { Writable } from 'node:stream'
import pg from 'pg'
import { typeParsers } from './sql.ts'

interface PoolOptions {
  connections_max?: number
  /** Plans each statement once and for all. Right for what finds rows by key; lists are planned for the values they filter by. */
  plans_once?: boolean
  onError?: (error: Error) => void
}

const SETTINGS = '-c lock_timeout=5s -c statement_timeout=60s -c idle_in_transaction_session_timeout=60s -c jit=off'

/** Connections on which nothing waits or runs for ever. */
export function createPool(url: string, options: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections_max ?? 20,
    types: typeParsers,
    // Statements are sent without waiting for the answer to the one before.
    pipeline: true,
    application_name: 'shopwright',
    options: options.plans_once ? `${SETTINGS} -c plan_cache_mode=force_generic_plan` : SETTINGS,
  })
  pool.on('error', options.onError ?? (() => {}))
  // A connection that breaks while it is lent out fails its statement; without a listener it would end the process as well.
  pool.on('connect', client => void client.on('error', () => {}))
  return pool
}

/** Sends statements of one moment in one packet: every write to a socket costs as much as a small statement. */
export function together<Sent>(client: pg.PoolClient, send: () => Sent): Sent {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
  stream.cork()
  process.nextTick(() => stream.uncork())
  return send()
}
