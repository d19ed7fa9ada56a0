import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'

/** A file as text, in whole lines but for the last. */
export interface TextFile {
  pieces: AsyncIterable<string>
  /** Why the text ended too early, once it has been read; the line after the last one that was given is the wrong one. */
  failure(): string | null
  endsWithLineBreak(): boolean
}

const GZIP = Buffer.from([0x1f, 0x8b])
const LINE_BREAK = 0x0a
const LINE_BYTES_MAX = 4 * 1024 * 1024

/** Reads a plain or gzipped file in UTF-8. What is wrong with it ends the text instead of throwing, so that the row can be named. */
export async function readText(file: string): Promise<TextFile> {
  const compressed = await isCompressed(file)
  let failure: string | null = null
  let last = LINE_BREAK

  async function* pieces(): AsyncGenerator<string> {
    let rest: Buffer = Buffer.alloc(0)
    try {
      for await (const chunk of bytesOf(file, compressed)) {
        last = chunk.at(-1) ?? last
        const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
        const end = bytes.lastIndexOf(LINE_BREAK) + 1
        rest = bytes.subarray(end)
        if (rest.length > LINE_BYTES_MAX) throw new Error('too long')
        const whole = bytes.subarray(0, end)
        if (!isUtf8(whole)) return yield* upToMistake(whole)
        if (end > 0) yield whole.toString('utf8')
      }
      if (!isUtf8(rest)) failure = NOT_UTF8
      else if (rest.length > 0) yield rest.toString('utf8')
    } catch (error) {
      failure = explain(error)
    }
  }

  function* upToMistake(bytes: Buffer): Generator<string> {
    failure = NOT_UTF8
    let good = 0
    for (let end = bytes.indexOf(LINE_BREAK) + 1; isUtf8(bytes.subarray(good, end)); end = bytes.indexOf(LINE_BREAK, good) + 1)
      good = end
    if (good > 0) yield bytes.toString('utf8', 0, good)
  }

  return { pieces: pieces(), failure: () => failure, endsWithLineBreak: () => last === LINE_BREAK }
}

const NOT_UTF8 = 'This is not UTF-8 text. Save the file as UTF-8.'

function explain(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (message === 'too long') return 'This line is longer than 4 MiB.'
  if (code === 'Z_BUF_ERROR') return 'The compressed file is cut off here.'
  if (code?.startsWith('Z_')) return 'The compressed file is damaged here.'
  throw error
}

async function isCompressed(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(GZIP.length), 0, GZIP.length, 0)
    return bytesRead === GZIP.length && buffer.equals(GZIP)
  } finally {
    await handle.close()
  }
}

function bytesOf(file: string, compressed: boolean): AsyncIterable<Buffer> {
  const source = createReadStream(file)
  if (!compressed) return source
  const plain = createGunzip()
  source.on('error', error => plain.destroy(error))
  return source.pipe(plain)
}
