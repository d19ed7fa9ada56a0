import type { Transaction } from './database.ts'
import { json, run, sql } from './sql.ts'

/** Before and after of each field that changed. */
export type Changes = Record<string, { before: unknown; after: unknown }>

export interface Announcement {
  store_id: number
  type: string
  object_type: string
  object_id: number
  object_version: number | null
  changes: Changes
  detail: Record<string, unknown>
  jobs: Job[]
}

export interface Job {
  task: string
  payload: Record<string, unknown>
  run_at?: Date
  /** A second job of the same key replaces the first while that has not started. */
  key?: string
  attempts_max?: number
}

/** Work of other areas that must be true when the transaction commits. */
export type Subscriber = (db: Transaction, announcement: Announcement) => Promise<void>
export type Subscribers = Readonly<Record<string, readonly Subscriber[]>>

interface About {
  id: number
  version?: number
  changes?: Changes
  detail?: Record<string, unknown>
  jobs?: Job[]
}

/**
 * Says that something happened, as `<object>.<past tense>`. The event row and its jobs are written in the same transaction;
 * the same thing said twice about one object becomes one event with both change sets.
 */
export async function announce(db: Transaction, store: { id: number }, type: string, about: About): Promise<void> {
  const announcement: Announcement = {
    store_id: store.id,
    type,
    object_type: type.slice(0, type.indexOf('.')),
    object_id: about.id,
    object_version: about.version ?? null,
    changes: about.changes ?? {},
    detail: about.detail ?? {},
    jobs: about.jobs ?? [],
  }
  const same = db.announcements.find(other => other.type === type && other.object_id === about.id && other.store_id === store.id)
  if (same) merge(same, announcement)
  else db.announcements.push(announcement)
  for (const subscriber of db.subscribers[type] ?? []) await subscriber(db, announcement)
}

function merge(into: Announcement, later: Announcement): void {
  for (const [field, { before, after }] of Object.entries(later.changes))
    into.changes[field] = { before: into.changes[field] ? into.changes[field].before : before, after }
  into.object_version = later.object_version ?? into.object_version
  Object.assign(into.detail, later.detail)
  into.jobs.push(...later.jobs)
}

/** Writes every event and every job of a transaction in one statement. */
export async function flushAnnouncements(db: Transaction): Promise<void> {
  if (db.announcements.length === 0) return
  const events = db.announcements.map(({ jobs: _, ...event }) => event)
  const jobs = db.announcements.flatMap(announcement => announcement.jobs)
  const { actor, request_id } = db.origin
  const written = sql`
    insert into events (store_id, type, object_type, object_id, object_version, actor, request_id, changes, detail)
    select store_id, type, object_type, object_id, object_version, ${json(actor)}::jsonb, ${request_id}, changes, detail
    from jsonb_to_recordset(${json(events)}::jsonb) as event (
      store_id bigint, type text, object_type text, object_id bigint, object_version bigint, changes jsonb, detail jsonb)`
  await run(db, jobs.length === 0 ? written : sql`with written as (${written}) ${addJobs(jobs)}`)
}

function addJobs(jobs: Job[]) {
  return sql`
    select graphile_worker.add_job(
      identifier => task, payload => payload::json, run_at => run_at, max_attempts => attempts_max,
      job_key => key)
    from jsonb_to_recordset(${json(jobs)}::jsonb) as job (task text, payload jsonb, run_at timestamptz, attempts_max integer, key text)`
}

/** Asks for work to be done after the commit, at least once. */
export async function enqueue(db: Transaction, job: Job): Promise<void> {
  await run(db, addJobs([job]))
}
