import type { Database } from '../platform/database.ts'

// Any fixed number, beside the id of the store.
const LOCK = 734_620_193

/** Does the work unless another import of the store is under way. The signal says that somebody asked it to stop. */
export async function importAlone<Result>(
  { pool }: Database,
  store_id: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  const stop = new AbortController()
  const ask = () => stop.abort()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, ask)
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1, $2::integer) as taken', [LOCK, store_id])
    if (!rows[0].taken) throw new Error('Another import into this store is under way: wait for it to end.')
    return await work(stop.signal).finally(() => client.query('select pg_advisory_unlock($1, $2::integer)', [LOCK, store_id]))
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.removeListener(signal, ask)
    client.release()
  }
}

/** Ends an import between two transactions when somebody asked for it. */
export function refuseStopped(signal: AbortSignal, row: number): void {
  if (signal.aborted) throw new Error(`Stopped before row ${row}. Run the same command again to go on from there.`)
}
