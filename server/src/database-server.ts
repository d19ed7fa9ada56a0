import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Configuration } from './platform/config.ts'
import { databaseUrl } from './platform/embedded-postgres/owner.ts'
import { DataFolderInUse, startEmbeddedPostgres } from './platform/embedded-postgres/start.ts'

export interface DatabaseServer {
  url: string
  /** Started here and for us alone, in the data folder. */
  isEmbedded: boolean
  stop(): Promise<void>
}

const OLDEST_VERSION = 150_000
const PATIENCE_MS = 10_000

/** The database of the settings, or else the one of the data folder, which is started. `onExit` is told when that ends by itself. */
export async function startDatabaseServer(
  configuration: Configuration,
  onExit?: (error: Error) => void,
): Promise<DatabaseServer> {
  if (configuration.database_url) {
    await checkServer(configuration.database_url)
    return { url: configuration.database_url, isEmbedded: false, stop: async () => {} }
  }
  const embedded = await startEmbeddedPostgres({ dataDir: configuration.data_dir, onExit })
  return { ...embedded, isEmbedded: true }
}

/** The same, for a command that works beside a server: the database of the data folder may be running already. */
export async function joinDatabaseServer(configuration: Configuration): Promise<DatabaseServer> {
  try {
    return await startDatabaseServer(configuration)
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error
    return { url: await runningUrl(configuration.data_dir), isEmbedded: false, stop: async () => {} }
  }
}

async function runningUrl(data_dir: string): Promise<string> {
  const home = join(data_dir, 'postgres')
  const [password, postmaster] = await Promise.all([
    readFile(join(home, 'password'), 'utf8'),
    readFile(join(home, 'cluster', 'postmaster.pid'), 'utf8'),
  ])
  const PORT_LINE = 3
  return databaseUrl(Number(postmaster.split('\n')[PORT_LINE]), password)
}

async function checkServer(url: string): Promise<void> {
  if (!URL.canParse(url) || !/^postgres(ql)?:$/.test(new URL(url).protocol))
    throw new Error('DATABASE_URL must look like postgres://user:password@host:5432/database.')
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: PATIENCE_MS })
  client.on('error', () => {})
  const place = `${new URL(url).host}${new URL(url).pathname}`
  const failed = (cause: unknown) =>
    new Error(`The database of DATABASE_URL (${place}) cannot be used: ${causeOf(cause)}.`, { cause })
  try {
    await client.connect()
  } catch (cause) {
    throw failed(cause)
  }
  const { rows } = await client
    .query(`select current_setting('server_version_num')::integer as version`)
    .finally(() => client.end())
  if (rows[0].version < OLDEST_VERSION) throw failed('PostgreSQL 15 or newer is needed')
}

// A refused connection to a name with several addresses has no message of its own.
function causeOf(cause: unknown): string {
  const inner = cause instanceof AggregateError ? cause.errors[0] : cause
  return (inner instanceof Error ? inner.message : String(inner)).replace(/\.$/, '')
}
