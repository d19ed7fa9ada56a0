import { lstat, readFile, readlink, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../make-folder.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { makeHome } from './making.ts'
import {
  canRun,
  give,
  isRoot,
  otherUser,
  ourselves,
  type PostgresUser,
  type RootMode,
  reachableBinaries,
  rootInNamespace,
} from './user.ts'

/** The files of one PostgreSQL server, and what it takes to run it. */
export interface Cluster {
  dataDir: string
  files: string
  log: string
  password: string
  binaries: Binaries
  user: PostgresUser
}

export interface ClusterOptions {
  dataDir: string
  durable: boolean
  rootMode?: RootMode
}

/** The cluster of a data folder, made on first use. Half-made ones never come into sight: the last step is one rename or link. */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  await makeFolder(options.dataDir)
  const dataDir = await realpath(options.dataDir)
  const binaries = await findBinaries(dataDir)
  const home = await findOrMakeHome(dataDir, binaries, options)
  const user = await userOf(home, binaries, options.rootMode)
  return {
    dataDir,
    files: join(home, 'cluster'),
    log: join(home, 'log'),
    password: await readFile(join(home, 'password'), 'utf8'),
    binaries: user.uid === undefined ? binaries : await reachableBinaries(user, binaries),
    user,
  }
}

async function findOrMakeHome(dataDir: string, binaries: Binaries, options: ClusterOptions): Promise<string> {
  const existing = await findHome(dataDir)
  if (existing) return existing
  try {
    await makeHome(dataDir, binaries, options)
  } catch (error) {
    // Somebody else who started at the same time may have been faster, and theirs is as good.
    if (!(await findHome(dataDir))) throw error
  }
  return realpath(join(dataDir, 'postgres'))
}

async function findHome(dataDir: string): Promise<string | undefined> {
  const place = join(dataDir, 'postgres')
  if (!(await found(lstat(place)))) return undefined
  const home = await found(realpath(place))
  if (!home)
    throw new Error(
      `The database of ${dataDir} was in ${await readlink(place)}, which is gone: bring it back, or remove ${place} to begin anew.`,
    )
  return (await found(stat(join(home, 'cluster', 'PG_VERSION')))) && home
}

/** Who owns the files decides who runs the server, so that a cluster works on whichever way it was made. */
async function userOf(home: string, binaries: Binaries, rootMode?: RootMode): Promise<PostgresUser> {
  if (!isRoot) return ourselves
  const { uid, gid } = await stat(join(home, 'cluster'))
  if (uid !== 0) return { prefix: [], uid, gid }
  if (rootMode !== 'other-user' && (await canRun(rootInNamespace, binaries, home))) return rootInNamespace
  if (!(await canRun(otherUser, await reachableBinaries(otherUser, binaries), join(home, '..'))))
    throw new Error(
      `PostgreSQL refuses to run as root, and no other user may enter ${home}: move the data folder to where others may.`,
    )
  await give(home, otherUser)
  return otherUser
}

/** The result, or undefined when the path does not exist. */
async function found<T>(result: Promise<T>): Promise<T | undefined> {
  return result.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw error
  })
}
