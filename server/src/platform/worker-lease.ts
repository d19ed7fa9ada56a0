import type { Log } from './log.ts'
import { maybeOne, type Queryable, run, sql } from './sql.ts'

export interface LeaseTimes {
  /** How often a worker says that it lives. */
  beat_ms: number
  /** How often it looks for workers that do not. */
  reap_ms: number
  /** After how long a silence a worker counts as dead. */
  patience_ms: number
}

export interface Lease {
  /** Resolves when nothing of it uses the database any more. */
  end(): Promise<void>
}

const TIMES: LeaseTimes = { beat_ms: 10_000, reap_ms: 30_000, patience_ms: 60_000 }

/** Says for a worker that it lives, and gives back the jobs of those that died with them. */
export function keepLease(db: Queryable, worker_id: string, log: Log, times: LeaseTimes = TIMES): Lease {
  const failed = (cause: unknown) => log.error('lease of the worker not kept', cause)
  const beating = repeat(times.beat_ms, () => beat(db, worker_id), failed)
  const reaping = repeat(times.reap_ms, () => reap(db, log, times.patience_ms), failed)
  return {
    async end() {
      await Promise.all([beating.end(), reaping.end()])
      await run(db, sql`delete from worker_leases where worker_id = ${worker_id}`).catch(failed)
    },
  }
}

async function beat(db: Queryable, worker_id: string): Promise<void> {
  await run(
    db,
    sql`insert into worker_leases (worker_id) values (${worker_id}) on conflict (worker_id) do update set beat_at = now()`,
  )
}

// A worker may lock its first job before its first beat, so young locks are nobody's to free.
async function reap(db: Queryable, log: Log, patience_ms: number): Promise<void> {
  const patience = sql`make_interval(secs => ${patience_ms / 1_000})`
  const freed = await maybeOne<{ jobs: number }>(
    db,
    sql`
    with dead as (
      select locked_by as worker_id, count(*) as jobs from graphile_worker.jobs
      where locked_by is not null and not exists (
        select from worker_leases where worker_id = locked_by and beat_at > now() - ${patience})
      group by locked_by having max(locked_at) < now() - ${patience})
    select sum(jobs)::integer as jobs, graphile_worker.force_unlock_workers(array_agg(worker_id)) from dead having count(*) > 0`,
  )
  if (freed) log.warn('jobs of a worker that died given back', { jobs: freed.jobs })
  await run(db, sql`delete from worker_leases where beat_at < now() - ${patience}`)
}

/** Does a piece of work now and every so often, never twice at a time. */
function repeat(every_ms: number, work: () => Promise<void>, onFailure: (cause: unknown) => void): Lease {
  let running: Promise<void> | null = null
  const start = () => {
    running ??= work()
      .catch(onFailure)
      .finally(() => {
        running = null
      })
  }
  start()
  const timer = setInterval(start, every_ms)
  return {
    async end() {
      clearInterval(timer)
      await running
    },
  }
}
