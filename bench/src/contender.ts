import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** A program under measurement, in a process of its own. */
export interface Contender {
  name: 'floor' | 'shopwright'
  port: number
  /** Seconds of user and system time so far; null where the system does not tell. */
  cpuSeconds(): Promise<number | null>
  memoryBytes(): Promise<number | null>
  /** Statements sent to the database so far; null for the floor, which sends one for each request. */
  statements(): Promise<number | null>
  stop(): Promise<void>
}

const PROGRAMS = {
  floor: fileURLToPath(new URL('./floor.ts', import.meta.url)),
  shopwright: fileURLToPath(new URL('../../server/src/main.ts', import.meta.url)),
}
const PATIENCE_MS = 30_000
// What Linux counts processor time in, on every machine that we know.
const TICKS_PER_SECOND = 100

export async function startContender(name: Contender['name'], database_url: string): Promise<Contender> {
  const port = await freePort()
  const settings = { PORT: String(port), DATABASE_URL: database_url, RATE_LIMIT_PER_SECOND: '0', LOG_LEVEL: 'warn' }
  // As `npm start` runs it.
  const flags = name === 'shopwright' ? ['--max-semi-space-size=8'] : []
  const child = spawn(process.execPath, [...flags, PROGRAMS[name]], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  process.once('exit', () => child.kill('SIGKILL'))
  await answering(child, port, name)
  return {
    name,
    port,
    cpuSeconds: async () => {
      const fields = (await proc(child, 'stat'))?.replace(/^.*\) /, '').split(' ')
      return fields ? (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND : null
    },
    memoryBytes: async () => {
      const found = /^VmRSS:\s+(\d+) kB/m.exec((await proc(child, 'status')) ?? '')
      return found ? Number(found[1]) * 1024 : null
    },
    statements: async () => {
      if (name === 'floor') return null
      const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
      const found = /^shopwright_sql_statements_total (\d+)/m.exec(metrics)
      return found ? Number(found[1]) : null
    },
    async stop() {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

async function answering(child: ChildProcess, port: number, name: string): Promise<void> {
  const giveUpAt = Date.now() + PATIENCE_MS
  while (child.exitCode === null && Date.now() < giveUpAt) {
    const response = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null)
    if (response?.ok) return
    await sleep(50)
  }
  child.kill('SIGKILL')
  throw new Error(`${name} does not start.`)
}

const proc = (child: ChildProcess, file: string): Promise<string | null> =>
  readFile(`/proc/${child.pid}/${file}`, 'utf8').catch(() => null)

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (!address || typeof address === 'string') throw new Error('No port is free.')
  return address.port
}
