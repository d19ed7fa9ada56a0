import pg from 'pg'
import { typeParsers } from './sql.ts'

interface PoolOptions {
  connections_max?: number
  onError?: (error: Error) => void
}

/** Connections on which nothing waits or runs for ever. */
export function createPool(url: string, options: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections_max ?? 20,
    types: typeParsers,
    // Statements are sent without waiting for the answer to the one before.
    pipeline: true,
    application_name: 'shopwright',
    options: '-c lock_timeout=5s -c statement_timeout=60s -c idle_in_transaction_session_timeout=60s -c jit=off',
  })
  pool.on('error', options.onError ?? (() => {}))
  // A connection that breaks while it is lent out fails its statement; without a listener it would end the process as well.
  pool.on('connect', client => void client.on('error', () => {}))
  return pool
}
