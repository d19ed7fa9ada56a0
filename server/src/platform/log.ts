import type { FastifyReply, FastifyRequest } from 'fastify'
import pino from 'pino'

export interface Log {
  info(message: string, fields?: Record<string, unknown>): void
  warn(message: string, fields?: Record<string, unknown>): void
  error(message: string, cause: unknown, fields?: Record<string, unknown>): void
  request(request: FastifyRequest, reply: FastifyReply): void
  failure(request: FastifyRequest, cause: unknown, level?: 'error' | 'warn'): void
}

const LEVELS = [...Object.keys(pino.levels.values), 'silent']

/** Structured lines without what must not be there: no token, no query string, no body, no parameter of a statement. */
export function createLog(level: string, destination?: pino.DestinationStream): Log {
  if (!LEVELS.includes(level)) throw new Error(`LOG_LEVEL must be one of ${LEVELS.join(', ')}, not "${level}".`)
  const out = pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }, destination)
  const about = (request: FastifyRequest) => ({
    request_id: request.id,
    store: request.caller?.store.label,
    operation: request.operation?.id,
  })
  return {
    info: (message, fields = {}) => out.info(fields, message),
    warn: (message, fields = {}) => out.warn(fields, message),
    error: (message, cause, fields = {}) => out.error({ ...fields, cause: describe(cause) }, message),
    request(request, reply) {
      const level = reply.statusCode >= 500 ? 'error' : 'info'
      out[level](
        {
          ...about(request),
          method: request.method,
          status: reply.statusCode,
          duration_ms: Math.round(reply.elapsedTime * 10) / 10,
        },
        'request',
      )
    },
    failure: (request, cause, level = 'error') => out[level]({ ...about(request), cause: describe(cause) }, 'failure'),
  }
}

// The detail of a database error quotes values of the row, so it stays out.
function describe(cause: unknown): Record<string, unknown> {
  if (!(cause instanceof Error)) return { message: String(cause) }
  const { name, message, stack, code, table, constraint } = cause as Error & Record<string, string | undefined>
  return {
    name,
    message: code?.startsWith('22') ? name : message,
    code,
    table,
    constraint,
    stack: stack?.split('\n').slice(1, 12).join('\n'),
  }
}
