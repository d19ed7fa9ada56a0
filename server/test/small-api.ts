import { after, before } from 'node:test'
import { authenticator } from '../src/areas/access/index.ts'
import { createHttp, type HttpOptions } from '../src/platform/http.ts'
import { createLog } from '../src/platform/log.ts'
import type { Operation } from '../src/platform/operation.ts'
import type { Platform } from '../src/platform/pipeline.ts'
import { memoryRateLimiter } from '../src/platform/rate-limit.ts'
import type { Api } from './harness.ts'

export interface SmallApi {
  url: string
  /** A request with the token of the store and, unless it is text already, a body printed as JSON. */
  send(
    path: string,
    init?: Omit<RequestInit, 'body' | 'headers'> & { body?: unknown; headers?: Record<string, string> },
  ): Promise<SmallAnswer>
  stop(): Promise<void>
}

export interface SmallAnswer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests read it freely
  body: any
  text: string
}

interface SmallOptions extends Partial<HttpOptions> {
  platform?: Partial<Platform>
}

/** An HTTP server for a few operations that exist only in a test, on the database and with the tokens of `api`. */
export function startSmallApi(
  api: Api,
  operations: readonly Operation[],
  { platform = {}, ...options }: SmallOptions = {},
): SmallApi {
  const small = { url: '' } as SmallApi
  let http: Awaited<ReturnType<typeof createHttp>>

  before(async () => {
    http = await createHttp(
      {
        database: api.database,
        authenticate: authenticator(api.database.pool),
        rateLimiter: memoryRateLimiter(),
        rate_limit_per_second: 0,
        public_url: 'https://shop.example.com',
        page_size: 50,
        ...platform,
      },
      operations,
      { cors_origins: [], log: createLog('silent'), ...options },
    )
    small.url = await http.listen({ host: '127.0.0.1', port: 0 })
  })
  after(() => http.close())

  small.stop = () => http.close()
  small.send = async (path, { body, headers = {}, ...init } = {}) => {
    const isPlain = body === undefined || typeof body === 'string' || body instanceof Uint8Array
    const response = await fetch(`${small.url}/api/admin${path}`, {
      ...init,
      headers: {
        Authorization: `Bearer ${api.token}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: isPlain ? (body as string | undefined) : JSON.stringify(body),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') && text !== ''
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : null }
  }
  return small
}
