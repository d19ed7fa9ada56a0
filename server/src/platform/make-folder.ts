import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/** Makes a folder and those above it. Node's own way tries for ever where the file system will not have it, as in /proc. */
export async function makeFolder(path: string): Promise<void> {
  const missing: string[] = []
  for (let folder = resolve(path); !existsSync(folder); folder = dirname(folder)) missing.unshift(folder)
  for (const folder of missing)
    await mkdir(folder).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code !== 'EEXIST') throw new Error(`The folder ${path} cannot be made: ${cause.message}.`, { cause })
    })
}
