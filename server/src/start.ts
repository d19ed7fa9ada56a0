import type { FastifyInstance } from 'fastify'
import { allMigrations, areas, operations, subscribers, tasks } from './app.ts'
import { authenticator } from './areas/access/index.ts'
import type { Configuration } from './platform/config.ts'
import { createDatabase, type Database } from './platform/database.ts'
import { addDocuments } from './platform/documents.ts'
import { addFiles, createFileStore } from './platform/files.ts'
import { addHealth, type WorkerState } from './platform/health.ts'
import { createHttp, PREFIX } from './platform/http.ts'
import { migrateJobs, startWorker, type Worker } from './platform/jobs.ts'
import type { Log } from './platform/log.ts'
import { createMetrics } from './platform/metrics.ts'
import { migrate } from './platform/migrations.ts'
import { openApiDocument } from './platform/openapi.ts'
import { databaseRateLimiter, memoryRateLimiter } from './platform/rate-limit.ts'

export interface Running {
  /** Where the API listens, without the prefix. */
  url: string
  database: Database
  stop(): Promise<void>
}

/** Brings the tables of a database up to this version; several processes may do so at once. */
export async function prepareDatabase(url: string): Promise<string[]> {
  await migrateJobs(url)
  return migrate(url, await allMigrations())
}

/** The connections of a process of this version. */
export function openDatabase(configuration: Configuration, url: string, log: Log): Database {
  return createDatabase({
    url,
    read_url: configuration.database_read_url,
    subscribers,
    onError: error => log.error('database connection lost', error),
  })
}

/** Starts HTTP and, unless told otherwise, the worker, on a database that is up to date. */
export async function startServer(
  configuration: Configuration,
  database_url: string,
  log: Log,
  onlyProcess: boolean,
): Promise<Running> {
  if (configuration.unsafe.length > 0) throw new Error(configuration.unsafe.join(' '))
  const database = openDatabase(configuration, database_url, log)
  const state: ProcessState = { worker: 'off', isStopping: false }
  let http: FastifyInstance | undefined
  let worker: Worker | undefined

  async function stop(): Promise<void> {
    state.isStopping = true
    await http?.close()
    await worker?.stop()
    await database.close()
  }

  try {
    await database.pool.query('select create_event_partitions()')
    http = await assemble(configuration, database, log, onlyProcess, state)
    const url = await http.listen({ host: configuration.host, port: configuration.port })
    if (configuration.worker) worker = await startWorker(database, tasks, log)
    if (worker) watch(worker, state)
    return { url, database, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

interface ProcessState {
  worker: WorkerState
  isStopping: boolean
}

function watch({ promise }: Worker, state: ProcessState): void {
  state.worker = 'running'
  const ended = () => {
    state.worker = 'stopped'
  }
  promise.then(ended, ended)
}

async function assemble(
  configuration: Configuration,
  database: Database,
  log: Log,
  onlyProcess: boolean,
  state: ProcessState,
): Promise<FastifyInstance> {
  const { rate_limit_per_second, public_url, page_size, cors_origins } = configuration
  const authenticate = authenticator(database.pool)
  const rateLimiter = onlyProcess ? memoryRateLimiter() : databaseRateLimiter(database.pool)
  const metrics = createMetrics()
  const platform = { database, authenticate, rateLimiter, rate_limit_per_second, public_url, page_size }
  const http = await createHttp(platform, operations, { cors_origins, log, onAnswer: metrics.answered })
  metrics.serve(http, database)
  addHealth(http, { database, migrations: await allMigrations(), worker: () => state.worker, isStopping: () => state.isStopping })
  addFiles(http, createFileStore(configuration))
  await addDocuments(http, PREFIX, openApiDocument(areas, PREFIX))
  return http
}
