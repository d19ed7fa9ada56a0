import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, open, readFile, rm, stat, truncate } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { program } from './binaries.ts'
import type { Cluster } from './cluster.ts'
import { settings, type Wishes } from './settings.ts'
import { environment } from './user.ts'

const log_bytes_max = 10_000_000
const log_check_ms = 3_600_000

/** A PostgreSQL that we started; `exited` resolves with its exit code when it is gone. */
export interface StartedServer {
  pid: number
  port: number
  isUp(): boolean
  exited: Promise<number | null>
}

/** A PostgreSQL that somebody started on this cluster; without a port it has only begun to start. */
export interface RunningServer {
  pid: number
  port?: number
}

/** Starts PostgreSQL in a process group of its own: a Ctrl-C in the terminal is for us, and we stop it when our work is done. */
export async function startServer(cluster: Cluster, wishes: Omit<Wishes, 'port'> & { port?: number }): Promise<StartedServer> {
  await limitLog(cluster.log)
  const port = wishes.port ?? (await freePort(await lastPort(cluster)))
  const { prefix, uid, gid } = cluster.user
  const executable = program(cluster.binaries, 'postgres')
  const [command = executable, ...args] = [...prefix, executable, '-D', cluster.files, ...settings({ ...wishes, port })]
  const log = await open(cluster.log, 'a', 0o600)
  const stdio = ['ignore', log.fd, log.fd] as const
  const child = spawn(command, args, {
    detached: true,
    stdio: [...stdio],
    cwd: '/',
    env: environment,
    uid,
    gid,
    windowsHide: true,
  })
  const exited = new Promise<number | null>(ended => child.once('exit', ended))
  await once(child, 'spawn').finally(() => log.close())
  const logCheck = setInterval(() => limitLog(cluster.log).catch(() => {}), log_check_ms).unref()
  exited.then(() => clearInterval(logCheck))
  return { pid: child.pid!, port, isUp: () => child.exitCode === null && child.signalCode === null, exited }
}

/** The PostgreSQL that runs on this cluster, if there is one. */
export async function findRunning(cluster: Cluster): Promise<RunningServer | undefined> {
  const path = join(cluster.files, 'postmaster.pid')
  const content = await readFile(path, 'utf8').catch(() => '')
  const lines = content.split('\n')
  const pid = Number(lines[0])
  if (!pid || !isAlive(pid)) return undefined
  if (await isPostgresOf(cluster, pid)) return { pid, port: Number(lines[3]) || undefined }
  // The number has gone to another process, as it does in a restarted container. PostgreSQL would believe in it for ever.
  if ((await readFile(path, 'utf8').catch(() => '')) === content) await rm(path, { force: true })
  return undefined
}

/** Asks PostgreSQL to end: `fast` closes its connections in order, `immediate` leaves the rest to the next start. */
export function stopServer(cluster: Cluster, pid: number, how: 'fast' | 'immediate' = 'fast'): void {
  const name = how === 'fast' ? 'INT' : 'QUIT'
  if (process.platform === 'win32') spawn(program(cluster.binaries, 'pg_ctl'), ['kill', name, String(pid)], { windowsHide: true })
  else if (isAlive(pid)) process.kill(pid, `SIG${name}`)
}

export async function lastLogLines(cluster: Cluster): Promise<string> {
  const content = await readFile(cluster.log, 'utf8').catch(() => '')
  return content.trimEnd().split('\n').slice(-6).join('\n')
}

async function isPostgresOf(cluster: Cluster, pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return true
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return commandLine.split('\0').includes(cluster.files)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The port of the last time, so that other programs' settings stay true for as long as nobody else takes it. */
async function lastPort(cluster: Cluster): Promise<number | undefined> {
  const command = await readFile(join(cluster.files, 'postmaster.opts'), 'utf8').catch(() => '')
  const port = /"port=(\d+)"/.exec(command)?.[1]
  return port ? Number(port) : undefined
}

async function freePort(wished = 0): Promise<number> {
  const server = createServer().listen(wished, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return freePort()
  }
  const address = server.address()
  await new Promise(closed => server.close(closed))
  return address && typeof address === 'object' ? address.port : freePort()
}

/** Keeps one older log. The file is emptied in place because PostgreSQL holds it open. */
async function limitLog(path: string): Promise<void> {
  const size = await stat(path).then(
    file => file.size,
    () => 0,
  )
  if (size < log_bytes_max) return
  await copyFile(path, `${path}.1`)
  await truncate(path)
}
