import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, open, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Binaries, program } from './binaries.ts'
import type { ClusterOptions } from './cluster.ts'
import {
  borrowedAccount,
  canRun,
  give,
  isRoot,
  openFolder,
  otherUser,
  ourselves,
  type PostgresUser,
  type RootMode,
  reachableBinaries,
  rootInNamespace,
  runAs,
} from './user.ts'

/** The first that the system has: Linux, macOS, any. With the last, searches by similarity see ASCII letters only. */
const letterLocales = ['C.UTF-8', 'en_US.UTF-8', 'C']

/** Makes `postgres` in the data folder; fails when somebody else made it in the meantime. */
export async function makeHome(dataDir: string, binaries: Binaries, options: ClusterOptions): Promise<void> {
  const user = await userForNew(dataDir, binaries, options.rootMode)
  const stays = user.uid === undefined || (await canRun(user, await reachableBinaries(user, binaries), dataDir))
  const parent = stays ? dataDir : openFolder
  await mkdir(parent, { recursive: true, mode: 0o755 })
  await removeAbandoned(parent)
  const unfinished = await mkdtemp(join(parent, `making-${process.pid}-`))
  try {
    await fill(unfinished, user, binaries, options.durable)
    await (stays ? rename(unfinished, join(dataDir, 'postgres')) : moveAndLink(unfinished, join(dataDir, 'postgres')))
    if (options.durable) await flush(dataDir)
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

async function userForNew(dataDir: string, binaries: Binaries, rootMode?: RootMode): Promise<PostgresUser> {
  if (!isRoot) return ourselves
  if (rootMode === 'other-user') return otherUser
  return rootMode === 'namespace' || (await canRun(rootInNamespace, binaries, dataDir)) ? rootInNamespace : otherUser
}

async function fill(folder: string, user: PostgresUser, binaries: Binaries, durable: boolean): Promise<void> {
  const password = join(folder, 'password')
  await writeFile(password, randomBytes(24).toString('base64url'), { mode: 0o600, flush: durable })
  const maker = user.uid === undefined ? user : await borrowedAccount()
  const executable = user.uid === undefined ? binaries : await reachableBinaries(user, binaries)
  await give(folder, maker)
  const access = ['--username=shopwright', `--pwfile=${password}`, '--auth=scram-sha-256']
  const files = [`--pgdata=${join(folder, 'cluster')}`, ...(durable ? [] : ['--no-sync'])]
  await initialise(maker, program(executable, 'initdb'), [...files, ...access])
  await give(folder, user)
}

/** Case and order follow PostgreSQL's own Unicode tables everywhere; only pg_trgm still asks the system what a letter is. */
async function initialise(user: PostgresUser, initdb: string, args: readonly string[]): Promise<void> {
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const attempts = letterLocales.map(name => [...args, ...locale, `--lc-ctype=${name}`])
  for (const attempt of attempts) {
    try {
      return await runAs(user, initdb, attempt)
    } catch (error) {
      if (attempt === attempts.at(-1)) throw error
    }
  }
}

/** Keeps the cluster where the other user can enter, under a name of its own, and leaves a link to it in the data folder. */
async function moveAndLink(unfinished: string, place: string): Promise<void> {
  const home = join(openFolder, `database-${randomBytes(8).toString('hex')}`)
  await rename(unfinished, home)
  try {
    await symlink(home, place)
  } catch (error) {
    await rm(home, { recursive: true, force: true })
    throw error
  }
}

/** What a crash left behind while a cluster was being made. */
async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const maker = /^making-(\d+)-/.exec(name)?.[1]
    if (maker && !isAlive(Number(maker))) await rm(join(parent, name), { recursive: true, force: true, maxRetries: 5 })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function flush(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}
