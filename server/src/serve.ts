import { type DatabaseServer, startDatabaseServer } from './database-server.ts'
import { type DemoResult, ensureDemoStore } from './demo/index.ts'
import { type Configuration, readConfiguration } from './platform/config.ts'
import { createLog, type Log } from './platform/log.ts'
import { many, sql } from './platform/sql.ts'
import { stopSignal } from './signals.ts'
import { prepareDatabase, type Running, startServer } from './start.ts'

interface ServeOptions {
  /** Whether an empty database gets the demo store. */
  demo: boolean
}

/** Runs the server until it is asked to stop, and answers the exit code. */
export async function serve(options: ServeOptions): Promise<number> {
  const configuration = readConfiguration()
  const log = createLog(configuration.log_level)
  const asked = stopSignal()
  const lost = Promise.withResolvers<Error>()
  const server = await startDatabaseServer(configuration, lost.resolve)
  try {
    const stopping = new AbortController()
    asked.then(() => stopping.abort())
    const running = await start(configuration, server, log, { ...options, signal: stopping.signal })
    const end = await Promise.race([asked, lost.promise])
    if (end instanceof Error) log.error('the database ended', end)
    else log.info('stopping', { signal: end })
    await running.stop()
    return end instanceof Error ? 1 : 0
  } finally {
    await server.stop()
  }
}

async function start(
  configuration: Configuration,
  server: DatabaseServer,
  log: Log,
  { demo, signal }: ServeOptions & { signal: AbortSignal },
): Promise<Running> {
  await prepareDatabase(server.url)
  const running = await startServer(configuration, server.url, log, server.isEmbedded)
  try {
    // The one place that makes the demo store on the first start; the server answers meanwhile.
    const made =
      demo && !configuration.production ? await ensureDemoStore({ database: running.database, configuration }, { signal }) : null
    const labels = await many<{ label: string }>(running.database.pool, sql`select label from stores order by id limit 2`)
    process.stdout.write(
      welcome(configuration.port === 0 ? running.url : configuration.public_url, made ? shownOnce(made) : howToGetOne(labels)),
    )
    return running
  } catch (error) {
    await running.stop()
    throw error
  }
}

const shownOnce = ({ token, store }: DemoResult): string => `${token}  (store "${store}"; shown only now)`

function howToGetOne([first, second]: readonly { label: string }[]): string {
  if (!first) return 'npx shopwright store create --name "My shop" --label my-shop, then token create'
  return `npx shopwright token create ${second ? `--store ${first.label} ` : ''}--scopes "admin:read admin:write"`
}

function welcome(url: string, token: string): string {
  return `
  Shopwright is running.

  API        ${url}/api/admin/
  Reference  ${url}/docs
  Token      ${token}

`
}
