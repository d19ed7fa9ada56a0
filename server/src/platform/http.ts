import { randomUUID } from 'node:crypto'
import cors from '@fastify/cors'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { API_VERSION } from './admission.ts'
import { asApiError, finishError, send } from './answer.ts'
import { closeWhenIdle } from './closing.ts'
import { refuseConnection } from './connection-errors.ts'
import { corsOf } from './cors.ts'
import { ApiError } from './errors.ts'
import type { Log } from './log.ts'
import type { Operation } from './operation.ts'
import type { Platform } from './pipeline.ts'
import { report } from './reporting.ts'
import { addRoutes } from './routes.ts'

export const PREFIX = '/api/admin'
const BODY_MAX_BYTES = 5 * 1024 * 1024
const URL_MAX_LENGTH = 8 * 1024
const HEADERS_MAX_BYTES = 64 * 1024

export interface HttpOptions {
  cors_origins: readonly string[]
  log: Log
  onAnswer?: (request: FastifyRequest, reply: FastifyReply) => void
}

/** The HTTP server of a list of operations: each answers under the prefix and without it, with and without the trailing slash. */
export async function createHttp(
  platform: Platform,
  operations: readonly Operation[],
  options: HttpOptions,
): Promise<FastifyInstance> {
  const http = Fastify({
    bodyLimit: BODY_MAX_BYTES,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    requestIdHeader: false,
    genReqId: requestId,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: URL_MAX_LENGTH },
    frameworkErrors: (error, request, reply) => void refuse(error, request as FastifyRequest, reply as unknown as FastifyReply),
    clientErrorHandler: refuseConnection,
    http: { maxHeaderSize: HEADERS_MAX_BYTES },
  })
  http.decorateRequest('caller', null).decorateRequest('operation', null)
  http.removeAllContentTypeParsers()
  http.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  if (options.cors_origins.length > 0) await http.register(cors, corsOf(options.cors_origins))
  http.addHook('onRequest', async (request, reply) => {
    stamp(request, reply)
    if (request.url.length > URL_MAX_LENGTH) throw new ApiError(414, 'uri_too_long', 'The URL is longer than 8 KiB.')
  })
  http.addHook('onResponse', async (request, reply) => {
    options.log.request(request, reply)
    options.onAnswer?.(request, reply)
  })
  http.addHook('preClose', async () => closeWhenIdle(http))
  http.setErrorHandler(refuse)
  http.setNotFoundHandler((request, reply) =>
    refuse(new ApiError(404, 'not_found', 'There is nothing at this address.'), request, reply),
  )

  function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const refusal = asApiError(error)
    stamp(request, reply)
    report(options.log, request, error, refusal)
    return send(reply, finishError(refusal, request.id), refusal.extras.headers)
  }

  addRoutes(http, platform, operations, [PREFIX, ''])
  return http
}

function stamp(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({ 'X-Request-Id': request.id, 'X-Service-API-Version': API_VERSION, 'Cache-Control': 'no-store' })
}

function requestId(request: { headers: Record<string, string | string[] | undefined> }): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && /^[A-Za-z0-9_.-]{1,64}$/.test(given) ? given : randomUUID()
}
