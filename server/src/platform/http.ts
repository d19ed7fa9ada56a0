import { randomUUID } from 'node:crypto'
import cors from '@fastify/cors'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, type HTTPMethods } from 'fastify'
import { API_VERSION, admit } from './admission.ts'
import { asApiError, finishError, send } from './answer.ts'
import { closeWhenIdle } from './closing.ts'
import { refuseConnection } from './connection-errors.ts'
import { corsOf } from './cors.ts'
import { ApiError } from './errors.ts'
import type { Log } from './log.ts'
import type { Method, Operation } from './operation.ts'
import { answering, type Platform } from './pipeline.ts'
import { report } from './reporting.ts'

export const PREFIX = '/api/admin'
const BODY_MAX_BYTES = 5 * 1024 * 1024
const URL_MAX_LENGTH = 8 * 1024
const HEADERS_MAX_BYTES = 64 * 1024
const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

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

  // Checks are compiled once, though every operation answers at two addresses.
  const answers: Answers = new Map(operations.map(operation => [operation, answering(platform, operation)]))
  for (const prefix of [PREFIX, '']) addRoutes(http, platform, answers, prefix)
  return http
}

type Answers = ReadonlyMap<Operation, ReturnType<typeof answering>>

function addRoutes(http: FastifyInstance, platform: Platform, answers: Answers, prefix: string): void {
  for (const [path, methods] of byPath([...answers.keys()])) {
    const url = `${prefix}${path}`
    for (const operation of methods.values()) {
      http.route({
        method: operation.method,
        url,
        exposeHeadRoute: true,
        onRequest: (request, reply) => admit(platform, operation, request, reply),
        handler: answers.get(operation)!,
      })
    }
    const allowed = [...methods.keys(), ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
    http.route({ method: 'OPTIONS', url, handler: (_request, reply) => reply.header('Allow', allowed).code(204).send() })
    const others = METHODS.filter(method => !methods.has(method)) as HTTPMethods[]
    if (!methods.has('GET')) others.push('HEAD')
    if (others.length > 0)
      http.route({
        method: others,
        url,
        exposeHeadRoute: false,
        onRequest: async (_request, reply) => {
          reply.header('Allow', allowed)
          throw new ApiError(405, 'method_not_allowed', `This address takes ${allowed}.`)
        },
        handler: () => undefined,
      })
  }
}

function stamp(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({ 'X-Request-Id': request.id, 'X-Service-API-Version': API_VERSION, 'Cache-Control': 'no-store' })
}

function byPath(operations: readonly Operation[]): Map<string, Map<Method, Operation>> {
  const paths = new Map<string, Map<Method, Operation>>()
  for (const operation of operations) {
    const methods = paths.get(operation.path) ?? new Map<Method, Operation>()
    paths.set(operation.path, methods.set(operation.method, operation))
  }
  return paths
}

function requestId(request: { headers: Record<string, string | string[] | undefined> }): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && /^[A-Za-z0-9_.-]{1,64}$/.test(given) ? given : randomUUID()
}
