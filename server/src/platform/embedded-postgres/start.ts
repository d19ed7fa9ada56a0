import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { type Cluster, openCluster } from './cluster.ts'
import { claim, createDatabase, databaseUrl, keepOwning } from './owner.ts'
import { findRunning, lastLogLines, type StartedServer, startServer, stopServer } from './server.ts'
import type { RootMode } from './user.ts'

export interface EmbeddedPostgres {
  url: string
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  dataDir: string
  /** False for tests only: rows are lost when the machine, not only the process, goes down. */
  durable?: boolean
  port?: number
  maxConnections?: number
  /** How PostgreSQL runs when we are root; without it the first way that works. */
  rootMode?: RootMode
  /** Called when PostgreSQL ends although nobody called `stop`. */
  onExit?: (error: Error) => void
}

const start_failures_ms_max = 10_000
const stop_ms_max = 60_000

export class DataFolderInUse extends Error {
  constructor(dataDir: string) {
    super(`Another Shopwright is running on ${dataDir}: stop it first, or choose another folder with DATA_DIR.`)
    this.name = 'DataFolderInUse'
  }
}

/** Starts the PostgreSQL of a data folder, creating it on first use. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const durable = options.durable ?? true
  const cluster = await openCluster({ dataDir: options.dataDir, durable, rootMode: options.rootMode })
  // One more than asked for: the connection that owns the server.
  const wishes = { durable, port: options.port, connections_max: (options.maxConnections ?? 100) + 1 }
  const giveUpAt = Date.now() + start_failures_ms_max

  for (;;) {
    await stopOrphan(cluster)
    const server = await startServer(cluster, wishes)
    const owner = await own(cluster, server)
    if (owner) {
      await createDatabase(owner)
      return running(cluster, server, owner, options.onExit)
    }
    // The port was taken in between, or processes of a killed server are not quite gone.
    if (Date.now() > giveUpAt) throw new Error(`PostgreSQL does not start on ${cluster.files}:\n${await lastLogLines(cluster)}`)
    await sleep(50)
  }
}

/** A server that nobody owns was left by a crash. It is stopped, because its programs and settings may be of another version. */
async function stopOrphan(cluster: Cluster): Promise<void> {
  for (let found = await findRunning(cluster); found; found = await findRunning(cluster)) {
    const { pid, port } = found
    const isThere = async () => (await findRunning(cluster))?.pid === pid
    const claimed = port && (await claim(port, cluster.password, isThere))
    if (claimed && claimed.outcome === 'taken') throw new DataFolderInUse(cluster.dataDir)
    if (claimed && claimed.outcome === 'ours') {
      stopServer(cluster, pid)
      while (await isThere()) await sleep(10)
    }
    await sleep(10)
  }
}

/** The connection that owns a new server; undefined when it did not come up. */
async function own(cluster: Cluster, server: StartedServer): Promise<Client | undefined> {
  const claimed = await claim(server.port, cluster.password, async () => server.isUp())
  if (claimed.outcome === 'ours') return claimed.client
  // Another start found this server before we owned it, took it for an orphan, and goes on in our place.
  if (claimed.outcome === 'taken' || (await server.exited) === 0) throw new DataFolderInUse(cluster.dataDir)
  return undefined
}

function running(cluster: Cluster, server: StartedServer, owner: Client, onExit?: (error: Error) => void): EmbeddedPostgres {
  let stopping: Promise<void> | undefined
  const stopOnExit = () => stopServer(cluster, server.pid)
  process.once('exit', stopOnExit)
  const isOurs = async () => server.isUp() && !stopping
  keepOwning(owner, server.port, cluster.password, isOurs).catch(error => onExit?.(error))

  server.exited.then(async () => {
    process.off('exit', stopOnExit)
    if (!stopping) onExit?.(new Error(`PostgreSQL ended unexpectedly:\n${await lastLogLines(cluster)}`))
  })

  async function stop(): Promise<void> {
    if (!server.isUp()) return
    stopServer(cluster, server.pid)
    const impatience = setTimeout(() => stopServer(cluster, server.pid, 'immediate'), stop_ms_max)
    await server.exited
    clearTimeout(impatience)
  }

  return {
    url: databaseUrl(server.port, cluster.password),
    stop() {
      stopping ??= stop()
      return stopping
    },
  }
}
