import { ApiError } from './errors.ts'
import { one, type Queryable, sql } from './sql.ts'

export interface Admission {
  admitted: boolean
  remaining: number
  /** Whole seconds until the next try can be admitted. */
  retry_after: number
}

/** At most `limit` admissions in any second, by key. */
export type RateLimiter = (key: string, limit: number) => Promise<Admission> | Admission

const WINDOW_MS = 1_000

/** Exact for one process. */
export function memoryRateLimiter(now: () => number = Date.now): RateLimiter {
  const windows = new Map<string, number[]>()
  return (key, limit) => {
    const at = now()
    const window = (windows.get(key) ?? []).filter(admitted => admitted > at - WINDOW_MS)
    const admitted = window.length < limit
    if (admitted) window.push(at)
    windows.set(key, window)
    if (windows.size > 10_000)
      for (const [other, times] of windows) if ((times.at(-1) ?? 0) <= at - WINDOW_MS) windows.delete(other)
    return admission(admitted, limit, window, at)
  }
}

/** Exact over any number of processes: one row a key, changed in one statement. */
export function databaseRateLimiter(db: Queryable): RateLimiter {
  return async (key, limit) => {
    const { at, window, admitted } = await one<{ at: number; window: number[]; admitted: boolean }>(
      db,
      sql`
      insert into rate_windows as held (key, admitted_at)
      values (${key}, array[extract(epoch from clock_timestamp()) * 1000])
      on conflict (key) do update set admitted_at = (
        with live as (
          select coalesce(array_agg(t order by t) filter (where t > now.ms - ${WINDOW_MS}), '{}') as times, now.ms
          from (select (extract(epoch from clock_timestamp()) * 1000)::double precision as ms) now
          left join unnest(held.admitted_at) t on true group by now.ms)
        select case when cardinality(times) < ${limit}::integer then times || ms else times || -ms end from live)
      returning abs(admitted_at[cardinality(admitted_at)]) as at, admitted_at[cardinality(admitted_at)] > 0 as admitted,
        array(select t from unnest(admitted_at) t where t > 0 order by t) as window`,
    )
    return admission(admitted, limit, window, at)
  }
}

function admission(admitted: boolean, limit: number, window: number[], at: number): Admission {
  const retry_after = Math.max(1, Math.ceil(((window[0] ?? at) + WINDOW_MS - at) / 1_000))
  return { admitted, remaining: Math.max(0, limit - window.length), retry_after }
}

export function throttled(retry_after: number): ApiError {
  return new ApiError(
    429,
    'rate_limited',
    `Request was throttled. Try again in ${retry_after} second${retry_after === 1 ? '' : 's'}.`,
    [],
    {
      headers: { 'Retry-After': String(retry_after) },
      body: { retry_after },
    },
  )
}
