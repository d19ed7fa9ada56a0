import { EventEmitter } from 'node:events'
import { Logger, makeWorkerUtils, parseCronItems, run, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import type { Database, Transact } from './database.ts'
import type { Log } from './log.ts'
import { keepLease, type Lease, type LeaseTimes } from './worker-lease.ts'

export interface JobTools {
  database: Database
  /** A transaction whose events name the job as their actor. */
  transact: Transact
  log: Log
}

/** Work done after the commit, at least once: it looks at what is there instead of trusting its payload. */
export interface Task {
  name: string
  /** When it runs by itself, as a crontab line of five fields (UTC). */
  every?: string
  perform(payload: Record<string, unknown>, tools: JobTools): Promise<void>
}

/** The queue's own tables; before the migrations, because they may speak of it. */
export async function migrateJobs(url: string): Promise<void> {
  const utilities = await makeWorkerUtils({ connectionString: url, logger: quiet })
  await utilities.migrate()
  await utilities.release()
}

const quiet = new Logger(() => () => {})

export interface Worker {
  /** Settles when the worker has ended, also by itself. */
  promise: Promise<void>
  /** Takes nothing new and waits for the jobs that run. */
  stop(): Promise<void>
}

interface WorkerOptions {
  /** How many jobs at once. */
  concurrency?: number
  lease_times?: LeaseTimes
}

/** Works on the queue until stopped. */
export async function startWorker(
  database: Database,
  tasks: readonly Task[],
  log: Log,
  { concurrency = 4, lease_times }: WorkerOptions = {},
): Promise<Worker> {
  const leases: Lease[] = []
  const events: WorkerEvents = new EventEmitter()
  // The pool of workers is what the queue knows as the owner of a lock.
  events.on('pool:create', ({ workerPool }) => {
    leases.push(keepLease(database.pool, workerPool.id, log, lease_times))
  })
  const runner = await run({
    pgPool: database.pool as pg.Pool,
    concurrency,
    events,
    noHandleSignals: true,
    logger: quiet,
    taskList: Object.fromEntries(tasks.map(task => [task.name, performing(task, database, log)])),
    parsedCronItems: parseCronItems(
      tasks.flatMap(({ name, every }) => (every ? [{ task: name, identifier: name, match: every }] : [])),
    ),
  })
  const promise = runner.promise.finally(() => Promise.all(leases.map(lease => lease.end())))
  let hasEnded = false
  const ended = () => {
    hasEnded = true
  }
  promise.then(ended, ended)
  return {
    promise,
    async stop() {
      if (!hasEnded) await runner.stop()
      await promise.catch(() => {})
    },
  }
}

function performing(task: Task, database: Database, log: Log) {
  const origin = { actor: { kind: 'system' as const, id: null, name: task.name }, request_id: null }
  const transact: Transact = work => database.transact(origin, work)
  return async (payload: unknown) => {
    try {
      await task.perform((payload ?? {}) as Record<string, unknown>, { database, transact, log })
    } catch (cause) {
      log.error('job failed', cause, { task: task.name })
      throw cause
    }
  }
}
