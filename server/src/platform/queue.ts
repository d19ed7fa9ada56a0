import { one, type Queryable, sql } from './sql.ts'

/** How the queue of jobs is doing. */
export interface QueueState {
  /** Jobs whose time has come and that nobody works on. */
  waiting: number
  oldest_waiting_seconds: number
  running: number
  /** Jobs that used up their attempts. */
  failed: number
}

export function queueState(db: Queryable): Promise<QueueState> {
  return one<QueueState>(
    db,
    sql`
    select count(*) filter (where due)::integer as waiting,
      coalesce(extract(epoch from now() - min(run_at) filter (where due)), 0)::double precision as oldest_waiting_seconds,
      count(*) filter (where locked_at is not null)::integer as running,
      count(*) filter (where locked_at is null and attempts >= max_attempts)::integer as failed
    from (select *, locked_at is null and attempts < max_attempts and run_at <= now() as due from graphile_worker.jobs) jobs`,
  )
}
