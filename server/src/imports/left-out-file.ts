import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { basename } from 'node:path'

/** The list of rows that were not imported, as a CSV file. */
export interface LeftOutFile {
  path: string
  add(row: number, reason: string, cells: readonly string[]): Promise<void>
  /** Puts the whole list where it belongs; without a row in it, no file is left. */
  finish(): Promise<void>
  discard(): Promise<void>
}

/** `ledger.csv.gz` lists what it leaves out in `ledger.not-imported.csv`, in the current folder. */
export const leftOutPath = (file: string): string => `${basename(file).replace(/(\.csv)?(\.gz)?$/i, '')}.not-imported.csv`

/** Begins the list beside its place, so that an interrupted import leaves the former one as it was. */
export function openLeftOutFile(path: string, columns: readonly string[]): LeftOutFile {
  const part = `${path}.part`
  const stream = createWriteStream(part)
  const failed = once(stream, 'error').then(([error]) => {
    throw new Error(`The list ${path} cannot be written: ${(error as Error).message}.`)
  })
  failed.catch(() => {})
  const close = async () => {
    stream.end()
    await Promise.race([once(stream, 'close'), failed])
  }
  let count = 0
  stream.write(`${['row', 'reason', ...columns].map(quoted).join(',')}\n`)
  return {
    path,
    async add(row, reason, cells) {
      count++
      const isFull = !stream.write(`${[String(row), reason, ...cells].map(quoted).join(',')}\n`)
      if (isFull) await Promise.race([once(stream, 'drain'), failed])
    },
    async finish() {
      await close()
      await (count > 0 ? rename(part, path) : Promise.all([rm(part), rm(path, { force: true })]))
    },
    async discard() {
      stream.destroy()
      await rm(part, { force: true })
    },
  }
}

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
