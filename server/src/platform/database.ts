import type pg from 'pg'
import { type Announcement, flushAnnouncements, type Subscribers } from './announcements.ts'
import type { Actor } from './caller.ts'
import { busy, isWorthAnotherTry } from './contention.ts'
import { createPool } from './pool.ts'
import type { Queryable } from './sql.ts'

/** Who caused a transaction, for the events that it announces. */
export interface Origin {
  actor: Actor
  request_id: string | null
}

/** An open transaction. What it announces is written just before it commits. */
export interface Transaction extends Queryable {
  readonly origin: Origin
  readonly announcements: Announcement[]
  readonly subscribers: Subscribers
}

export type Transact = <Result>(work: (db: Transaction) => Promise<Result>) => Promise<Result>

export interface Database {
  /** Runs statements outside any transaction. */
  pool: pg.Pool
  /** Where reads go: the replica when there is one. */
  reads: pg.Pool
  transact<Result>(origin: Origin, work: (db: Transaction) => Promise<Result>): Promise<Result>
  /** Several reads that see one moment. */
  snapshot<Result>(work: (db: Queryable) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

export interface DatabaseOptions {
  url: string
  read_url?: string | null
  connections_max?: number
  subscribers?: Subscribers
  onError?: (error: Error) => void
}

const TRIES_MAX = 3

export function createDatabase(options: DatabaseOptions): Database {
  const pool = createPool(options.url, options)
  const reads = options.read_url ? createPool(options.read_url, options) : pool

  async function transact<Result>(origin: Origin, work: (db: Transaction) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await inTransaction(pool, 'begin', async client => {
          const db: Transaction = {
            query: statement => client.query(statement),
            origin,
            announcements: [],
            subscribers: options.subscribers ?? {},
          }
          const result = await work(db)
          return { result, written: flushAnnouncements(db) }
        })
      } catch (error) {
        if (!isWorthAnotherTry(error)) throw error
        if (attempt === TRIES_MAX) throw busy()
      }
    }
  }

  return {
    pool,
    reads,
    transact,
    snapshot: work =>
      inTransaction(reads, 'begin isolation level repeatable read read only', async client => ({ result: await work(client) })),
    async close() {
      await Promise.all(reads === pool ? [pool.end()] : [pool.end(), reads.end()])
    },
  }
}

interface Worked<Result> {
  result: Result
  /** The last statement, which travels together with the commit. */
  written?: Promise<void>
}

// Connections send statements without waiting for the answer to the one before: begin and commit cost no round trip of their own.
async function inTransaction<Result>(
  pool: pg.Pool,
  begin: string,
  work: (client: pg.PoolClient) => Promise<Worked<Result>>,
): Promise<Result> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    const begun = client.query(begin)
    begun.catch(() => {})
    const { result, written } = await work(client)
    // A commit after a failed statement rolls back, and the statement's error is thrown.
    await Promise.all([begun, written, client.query('commit')])
    return result
  } catch (error) {
    await client.query('rollback').catch((cause: Error) => {
      broken = cause
    })
    throw error
  } finally {
    client.release(broken)
  }
}
