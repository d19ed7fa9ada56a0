import type pg from 'pg'
import { type Announcement, flushAnnouncements, type Subscribers } from './announcements.ts'
import type { Actor } from './caller.ts'
import { busy, isWorthAnotherTry } from './contention.ts'
import { inTransaction } from './in-transaction.ts'
import { createPool, together } from './pool.ts'
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
  /** Statements on their way whose answers nobody waits for before the commit. */
  readonly sent: Promise<unknown>[]
}

export type Transact = <Result>(work: (db: Transaction) => Promise<Result>) => Promise<Result>

export interface Database {
  /** Runs statements outside any transaction. */
  pool: pg.Pool
  /** Where reads of clients go: the replica when there is one. */
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
  const pool = createPool(options.url, { ...options, plans_once: true })
  const reads = createPool(options.read_url ?? options.url, options)

  async function transact<Result>(origin: Origin, work: (db: Transaction) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await inTransaction(pool, 'begin', async client => {
          const db: Transaction = {
            query: statement => together(client, () => client.query(statement)),
            origin,
            announcements: [],
            subscribers: options.subscribers ?? {},
            sent: [],
          }
          const result = await work(db)
          return { result, sent: [...db.sent, flushAnnouncements(db)] }
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
      inTransaction(reads, 'begin isolation level repeatable read read only', async client => ({
        result: await work(client),
        sent: [],
      })),
    async close() {
      await Promise.all([pool.end(), reads.end()])
    },
  }
}

/**
 * Lets a statement go without waiting for its answer: what comes after it travels with it. Its failure fails the transaction, at the
 * next statement that is waited for or at the commit.
 */
export function send(db: Transaction, statement: Promise<unknown>): void {
  statement.catch(() => {})
  db.sent.push(statement)
}
