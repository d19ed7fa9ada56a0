import type pg from 'pg'
import { together } from './pool.ts'

interface Worked<Result> {
  result: Result
  /** Statements that travel together with the commit. */
  sent: Promise<unknown>[]
}

/**
 * Runs work between begin and commit, or rolls back. Connections send statements without waiting for the answer to the one before, so
 * begin and commit cost no round trip of their own.
 */
export async function inTransaction<Result>(
  pool: pg.Pool,
  begin: string,
  work: (client: pg.PoolClient) => Promise<Worked<Result>>,
): Promise<Result> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    const begun = together(client, () => client.query(begin))
    begun.catch(() => {})
    const { result, sent } = await work(client)
    // A commit after a failed statement rolls back, and the statement's error is thrown.
    await Promise.all([begun, ...sent, client.query('commit')])
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
