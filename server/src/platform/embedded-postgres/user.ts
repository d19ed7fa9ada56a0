import { execFile } from 'node:child_process'
import { lchown, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Binaries, copyBinaries, program } from './binaries.ts'

/** On whose behalf PostgreSQL runs, because it refuses to run as root: through a command in front of it, or as another user. */
export interface PostgresUser {
  prefix: readonly string[]
  uid?: number
  gid?: number
}

export type RootMode = 'namespace' | 'other-user'

/** Only root may write here, so nobody else can put false binaries in our way, and every user may enter. */
export const openFolder = '/var/lib/shopwright'

export const environment = process.platform === 'win32' ? undefined : { LC_ALL: 'C', PATH: '/usr/local/bin:/usr/bin:/bin' }

export const isRoot = process.getuid?.() === 0
export const ourselves: PostgresUser = { prefix: [] }

/** Root that calls itself an ordinary user: files stay root's, and folders that only root may enter stay open to it. */
export const rootInNamespace: PostgresUser = {
  prefix: ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--'],
}

// Our choice: a user id of our own without an account, because whatever else runs as `nobody` shall not read a store's rows.
export const otherUser: PostgresUser = { prefix: [], uid: 61_843, gid: 61_843 }

export async function runAs(user: PostgresUser, file: string, args: readonly string[]): Promise<void> {
  const [first = file, ...rest] = [...user.prefix, file, ...args]
  await promisify(execFile)(first, rest, { env: environment, uid: user.uid, gid: user.gid, cwd: '/' })
}

/** True when this user can execute PostgreSQL and enter the folder: tried, since modes alone do not tell. */
export async function canRun(user: PostgresUser, binaries: Binaries, folder: string): Promise<boolean> {
  const attempt = runAs(user, '/bin/sh', ['-c', '"$0" --version && test -x "$1"', program(binaries, 'initdb'), folder])
  return attempt.then(
    () => true,
    () => false,
  )
}

/** Binaries that this user can execute: the given ones, or a copy of them. */
export async function reachableBinaries(user: PostgresUser, binaries: Binaries): Promise<Binaries> {
  return (await canRun(user, binaries, '/')) ? binaries : copyBinaries(binaries, openFolder)
}

/** `initdb`, unlike the server, wants to know its user by name: it borrows an account that every system has. */
export async function borrowedAccount(): Promise<PostgresUser> {
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map(line => line.split(':'))
  const account = accounts.find(([name]) => name === 'nobody') ?? accounts.find(([, , uid]) => Number(uid) > 0)
  if (!account) throw new Error('PostgreSQL refuses to run as root, and /etc/passwd names no other user.')
  return { prefix: [], uid: Number(account[2]), gid: Number(account[3]) }
}

/** Gives a folder and all that is in it to a user; does nothing for one without an id. */
export async function give(folder: string, user: PostgresUser): Promise<void> {
  if (user.uid === undefined || user.gid === undefined) return
  const inside = await readdir(folder, { recursive: true })
  for (const path of [folder, ...inside.map(name => join(folder, name))]) await lchown(path, user.uid, user.gid)
}
