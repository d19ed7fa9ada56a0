import { isAbsolute, join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { Configuration } from './config.ts'
import { ApiError } from './errors.ts'

interface StoredFile {
  type: string
  size: number
  /** With its quotation marks. */
  etag: string
  read(): Promise<Readable>
}

/** Where files are kept. A path is folders and a name of letters, digits, dots, hyphens and underscores; its ending says the type. */
export interface FileStore {
  put(path: string, bytes: Uint8Array, type: string): Promise<void>
  find(path: string): Promise<StoredFile | null>
}

const PATH = /^\w[\w.-]{0,199}(?:\/\w[\w.-]{0,199}){0,7}$/
const MISSING = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'])

/** Opens the files of an installation: a folder beside its database, or the one that FILES_URL names. */
export function createFileStore({ data_dir, files_url }: Pick<Configuration, 'data_dir' | 'files_url'>): FileStore {
  const disk = new Disk(new FSDriver({ location: folderOf(files_url, data_dir), visibility: 'public' }))
  return {
    async put(path, bytes, type) {
      if (!PATH.test(path)) throw new Error(`Not a path of a file: ${JSON.stringify(path)}`)
      await disk.put(path, bytes, { contentType: type })
    },
    async find(path) {
      if (!PATH.test(path)) return null
      try {
        if (!(await disk.exists(path))) return null
        const { contentType, contentLength, etag } = await disk.getMetaData(path)
        return { type: contentType ?? 'application/octet-stream', size: contentLength, etag, read: () => disk.getStream(path) }
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
  }
}

function folderOf(files_url: string | null, data_dir: string): string {
  if (files_url === null) return join(data_dir, 'files')
  if (isAbsolute(files_url)) return files_url
  const protocol = URL.canParse(files_url) ? new URL(files_url).protocol : null
  if (protocol === 'file:') return fileURLToPath(files_url)
  if (protocol === 's3:')
    throw new Error('FILES_URL names a bucket, which this version cannot use yet: name a folder, such as file:///srv/files.')
  throw new Error(`FILES_URL must name a folder, such as file:///srv/files, not "${files_url}".`)
}

const isMissing = (error: unknown): boolean => {
  const { code, cause } = error as { code?: string; cause?: { code?: string } }
  return MISSING.has(cause?.code ?? code ?? '')
}

// Whoever uploads a file must not be able to run anything in the browser of whoever looks at it.
const HARMLESS = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
}

/** Serves the files below `/files/` to everybody. A file never changes: new content gets a new path. */
export function addFiles(http: FastifyInstance, files: FileStore): void {
  http.route({ method: ['GET', 'HEAD'], url: '/files/*', handler: sendFile })

  async function sendFile(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    // The path as it was sent: one that is escaped is none of ours.
    const file = await files.find(request.url.split('?')[0]!.slice('/files/'.length))
    if (!file) throw new ApiError(404, 'not_found', 'There is no such file.')
    reply.headers({ ...HARMLESS, ETag: file.etag })
    if (matches(request.headers['if-none-match'], file.etag)) return reply.code(304).send()
    reply.type(file.type).header('Content-Length', file.size)
    return reply.send(request.method === 'HEAD' ? undefined : await file.read())
  }
}

/** Whether one of the tags of the request, weak or strong, is the one of the file. */
function matches(tags: string | undefined, etag: string): boolean {
  const bare = (tag: string) => tag.trim().replace(/^W\//, '')
  return tags?.split(',').some(tag => tag.trim() === '*' || bare(tag) === bare(etag)) ?? false
}
