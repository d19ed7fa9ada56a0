import type { FastifyInstance } from 'fastify'
import { authenticator } from '../areas/access/index.ts'
import type { Configuration } from '../platform/config.ts'
import type { Database } from '../platform/database.ts'
import { createHttp, PREFIX } from '../platform/http.ts'
import { createLog } from '../platform/log.ts'
import type { Operation } from '../platform/operation.ts'
import { memoryRateLimiter } from '../platform/rate-limit.ts'

interface Asked {
  number?: number
  body: unknown
}

/** Where the orders of the demo store are placed: every operation of the API, in this process and without a connection. */
export interface Counter {
  /** What the operation answers; throws when it is refused. */
  // biome-ignore lint/suspicious/noExplicitAny: what is read of it is checked by the operation's own schema
  ask(operation_id: string, asked: Asked): Promise<any>
  close(): Promise<void>
}

export async function openCounter(
  database: Database,
  { public_url, page_size }: Pick<Configuration, 'public_url' | 'page_size'>,
  operations: readonly Operation[],
  token: string,
): Promise<Counter> {
  const authenticate = authenticator(database.pool)
  const platform = { database, authenticate, rateLimiter: memoryRateLimiter(), rate_limit_per_second: 0, public_url, page_size }
  const http = await createHttp(platform, operations, { cors_origins: [], log: createLog('silent') })
  return { ask: async (id, asked) => ask(http, operationOf(operations, id), asked, token), close: () => http.close() }
}

function operationOf(operations: readonly Operation[], id: string): Operation {
  const operation = operations.find(each => each.id === id)
  if (!operation) throw new Error(`The demo store needs the operation ${id}, which this version does not have.`)
  return operation
}

async function ask(http: FastifyInstance, { id, method, path }: Operation, { number, body }: Asked, token: string) {
  const answer = await http.inject({
    method,
    url: `${PREFIX}${path.replace(':number', String(number))}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  })
  if (answer.statusCode >= 300) throw new Error(`The demo store was refused ${id}: ${answer.statusCode} ${answer.body}`)
  return answer.json()
}
