import { Logger, makeWorkerUtils, parseCronItems, type Runner, run } from 'graphile-worker'
import type pg from 'pg'
import type { Database, Transact } from './database.ts'
import type { Log } from './log.ts'

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

/** Works on the queue until stopped. */
export async function startWorker(database: Database, tasks: readonly Task[], log: Log, concurrency = 4): Promise<Runner> {
  const perform = (task: Task) => async (payload: unknown) => {
    const origin = { actor: { kind: 'system' as const, id: null, name: task.name }, request_id: null }
    const transact: Transact = work => database.transact(origin, work)
    try {
      await task.perform((payload ?? {}) as Record<string, unknown>, { database, transact, log })
    } catch (cause) {
      log.error('job failed', cause, { task: task.name })
      throw cause
    }
  }
  return run({
    pgPool: database.pool as pg.Pool,
    concurrency,
    noHandleSignals: true,
    logger: quiet,
    taskList: Object.fromEntries(tasks.map(task => [task.name, perform(task)])),
    parsedCronItems: parseCronItems(
      tasks.flatMap(({ name, every }) => (every ? [{ task: name, identifier: name, match: every }] : [])),
    ),
  })
}
