import type { FastifyInstance } from 'fastify'
import type { Database } from './database.ts'
import { isCurrent, type Migration } from './migrations.ts'
import { type QueueState, queueState } from './queue.ts'

export type WorkerState = 'off' | 'running' | 'stopped'

/** What readiness depends on, as it is at the moment of the question. */
export interface Vitals {
  database: Database
  migrations: readonly Migration[]
  worker(): WorkerState
  isStopping(): boolean
}

interface Readiness {
  status: 'ready' | 'unavailable'
  reason: string | null
  worker: WorkerState
  jobs: QueueState | null
}

const PATIENCE_MS = 2_000
const UNDEFINED_TABLE = '42P01'
const BEHIND = 'The database lacks migrations of this version: run "shopwright migrate".'

/** `/healthz` says that the process lives; `/readyz` whether requests should be sent to it. */
export function addHealth(http: FastifyInstance, vitals: Vitals): void {
  http.get('/healthz', async (_request, reply) => reply.send({ status: 'ok' }))
  http.get('/readyz', async (_request, reply) => {
    const readiness = await readinessOf(vitals)
    if (readiness.status === 'unavailable') reply.code(503).header('Retry-After', '5')
    return reply.send(readiness)
  })
}

async function readinessOf(vitals: Vitals): Promise<Readiness> {
  const worker = vitals.worker()
  const unavailable = (reason: string): Readiness => ({ status: 'unavailable', reason, worker, jobs: null })
  if (vitals.isStopping()) return unavailable('This process is stopping.')
  const { pool } = vitals.database
  try {
    const found = await within(PATIENCE_MS, Promise.all([isCurrent(pool, vitals.migrations), queueState(pool)]))
    if (!found) return unavailable('The database does not answer in time.')
    const [current, jobs] = found
    if (!current) return unavailable(BEHIND)
    return { status: 'ready', reason: null, worker, jobs }
  } catch (error) {
    return unavailable((error as { code?: string }).code === UNDEFINED_TABLE ? BEHIND : 'The database cannot be reached.')
  }
}

/** The result, or undefined when it takes longer. */
async function within<Result>(ms: number, work: Promise<Result>): Promise<Result | undefined> {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), ms)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
    work.catch(() => {})
  }
}
