import pg from 'pg'
import { type Announcement, flushAnnouncements, type Subscribers } from './announcements.ts'
import type { Actor } from './caller.ts'
import { type ApiError, conflict } from './errors.ts'
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

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const LOCK_NOT_AVAILABLE = '55P03'
const WORTH_ANOTHER_TRY = new Set([SERIALIZATION_FAILURE, DEADLOCK, LOCK_NOT_AVAILABLE])
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
          await flushAnnouncements(db)
          return result
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
    snapshot: work => inTransaction(reads, 'begin isolation level repeatable read read only', work),
    async close() {
      await Promise.all(reads === pool ? [pool.end()] : [pool.end(), reads.end()])
    },
  }
}

async function inTransaction<Result>(
  pool: pg.Pool,
  begin: string,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query(begin)
    const result = await work(client)
    await client.query('commit')
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

function isWorthAnotherTry(error: unknown): boolean {
  return error instanceof pg.DatabaseError && WORTH_ANOTHER_TRY.has(error.code ?? '')
}

function busy(): ApiError {
  return conflict('busy', 'Somebody else is changing the same thing. Try again in a second.', [], {
    headers: { 'Retry-After': '1' },
  })
}
