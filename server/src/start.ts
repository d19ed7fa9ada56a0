import type { Runner } from 'graphile-worker'
import { authenticator } from './areas/access/index.ts'
import { allMigrations, operations, subscribers, tasks } from './app.ts'
import type { Configuration } from './platform/config.ts'
import { createDatabase, type Database } from './platform/database.ts'
import { createHttp } from './platform/http.ts'
import { migrateJobs, startWorker } from './platform/jobs.ts'
import type { Log } from './platform/log.ts'
import { migrate } from './platform/migrations.ts'
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

/** Starts HTTP and, unless told otherwise, the worker, on a database that is up to date. */
export async function startServer(configuration: Configuration, database_url: string, log: Log, onlyProcess: boolean): Promise<Running> {
  const database = createDatabase({
    url: database_url,
    read_url: configuration.database_read_url,
    subscribers,
    onError: error => log.error('database connection lost', error),
  })
  await database.pool.query('select create_event_partitions()')
  const http = await createHttp(
    {
      database,
      authenticate: authenticator(database.pool),
      rateLimiter: onlyProcess ? memoryRateLimiter() : databaseRateLimiter(database.pool),
      rate_limit_per_second: configuration.rate_limit_per_second,
      public_url: configuration.public_url,
      page_size: configuration.page_size,
    },
    operations,
    { cors_origins: configuration.cors_origins, log },
  )
  const url = await http.listen({ host: configuration.host, port: configuration.port })
  const worker: Runner | null = configuration.worker ? await startWorker(database, tasks, log) : null
  return {
    url,
    database,
    async stop() {
      await http.close()
      await worker?.stop()
      await database.close()
    },
  }
}
