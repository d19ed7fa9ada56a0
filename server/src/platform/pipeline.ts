import type { FastifyReply, FastifyRequest } from 'fastify'
import { asApiError, type Finished, finish, finishError, send, unsupportedMediaType } from './answer.ts'
import type { Authenticate, Caller } from './caller.ts'
import type { Database } from './database.ts'
import { ApiError, forbidden, invalid, invalidField, unauthorized } from './errors.ts'
import { checkIdempotencyKey, claim, isFinal, releaseClaim, settleClaim } from './idempotency.ts'
import { cleanerOf, parseBody, refuseUnstorable } from './input.ts'
import type { Asked, IdempotencyClaim, Operation } from './operation.ts'
import { readPath, readQuery } from './query.ts'
import { type RateLimiter, throttled } from './rate-limit.ts'
import { acceptedScopes, allows } from './scopes.ts'
import { checkOf } from './validation.ts'

export const API_VERSION = '2024-04-01'
const VERSION_HEADER = 'x-service-api-version'

export interface Platform {
  database: Database
  authenticate: Authenticate
  rateLimiter: RateLimiter
  rate_limit_per_second: number
  public_url: string
  page_size: number
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
    operation: Operation | null
  }
}

/** What must hold before the body is read: token, version, rate, scope. */
export async function admit(
  platform: Platform,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  request.operation = operation
  const caller = await authenticated(platform, request)
  request.caller = caller
  checkVersion(request)
  await checkRate(platform, caller, reply)
  if (!allows(operation.scopes, request.method, caller)) throw forbidden(acceptedScopes(operation.scopes, request.method))
}

async function authenticated(platform: Platform, request: FastifyRequest): Promise<Caller> {
  const given = request.headers.authorization
  const token = /^Bearer +(\S+)$/i.exec(given ?? '')?.[1]
  if (!token) throw unauthorized('not_authenticated', 'Send the token as "Authorization: Bearer <token>".')
  const caller = token.length <= 200 ? await platform.authenticate(token) : undefined
  if (caller) return caller
  const { admitted, retry_after } = await platform.rateLimiter(`ip:${request.ip}`, 20)
  throw admitted ? unauthorized('invalid_token', 'The token is unknown, revoked or expired.') : throttled(retry_after)
}

function checkVersion(request: FastifyRequest): void {
  const version = request.headers[VERSION_HEADER]
  if (!version || version === API_VERSION) return
  const { errors } = invalidField('X-Service-API-Version', 'invalid_choice', `Must be ${API_VERSION}.`, 'header')
  throw new ApiError(400, 'unsupported_api_version', `This API has one version, ${API_VERSION}.`, errors)
}

async function checkRate(platform: Platform, caller: Caller, reply: FastifyReply): Promise<void> {
  const limit = caller.rate_limit_per_second ?? platform.rate_limit_per_second
  if (limit === 0) return
  const { admitted, remaining, retry_after } = await platform.rateLimiter(`token:${caller.token_id}`, limit)
  reply.header('X-RateLimit-Limit', limit).header('X-RateLimit-Remaining', remaining)
  if (!admitted) throw throttled(retry_after)
}

/** From an operation, the function that checks the input of a request to it, runs it and answers. */
export function answering(platform: Platform, operation: Operation) {
  const checkQuery = operation.query ? checkOf(operation.query, 'query') : null
  const checkBody = operation.body ? checkOf(operation.body, 'body') : null
  const clean = operation.body ? cleanerOf(operation.body) : null
  const bodyIsOptional = checkBody !== null && checkBody({}).length === 0

  function bodyOf(request: FastifyRequest): unknown {
    const bytes = request.body as Buffer | undefined
    if (!checkBody || !clean) return undefined
    if (!bytes || bytes.length === 0) {
      if (bodyIsOptional) return {}
      throw invalid([{ in: 'body', field: '', code: 'required', message: 'A JSON object is required.' }])
    }
    checkContentType(request)
    const { value, texts } = parseBody(bytes)
    if (value === null || typeof value !== 'object' || Array.isArray(value))
      throw invalid([{ in: 'body', field: '', code: 'type', message: 'Must be a JSON object.' }])
    refuseUnstorable(value)
    return clean(value, texts)
  }

  return async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const caller = request.caller!
    const body = bodyOf(request)
    const params = readPath(operation.params, request.params as Record<string, string>)
    const search = new URLSearchParams(request.url.split('?')[1] ?? '')
    const query = operation.query ? readQuery(operation.query, search) : {}
    const problems = [...(checkQuery?.(query) ?? []), ...(checkBody?.(body) ?? [])]
    if (problems.length > 0) throw invalid(problems)

    const asked: Asked & Record<string, unknown> = {
      store: caller.store,
      actor: caller.actor,
      app_id: caller.app_id,
      scopes: caller.scopes,
      now: new Date(),
      request_id: request.id,
      links: {
        page: parameters => pageLink(platform.public_url, request, search, parameters),
        public_url: platform.public_url,
        page_size: platform.page_size,
      },
      if_match: ifMatch(request),
      sent: new Set(body ? Object.keys(body) : []),
      params,
      query,
      body,
    }
    return respond(platform, operation, request, reply, asked)
  }
}

function checkContentType(request: FastifyRequest): void {
  const type = (request.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
  if (type !== 'application/json') throw unsupportedMediaType()
}

function ifMatch(request: FastifyRequest): number | null {
  const given = request.headers['if-match']?.trim()
  if (!given || given === '*') return null
  const version = /^(?:W\/)?"(\d{1,15})"$/.exec(given)?.[1]
  if (!version) throw invalidField('If-Match', 'invalid', 'Must be the ETag of an earlier answer.', 'header')
  return Number(version)
}

function pageLink(
  public_url: string,
  request: FastifyRequest,
  search: URLSearchParams,
  parameters: Record<string, string>,
): string {
  const query = new URLSearchParams(search)
  for (const [name, value] of Object.entries(parameters)) query.set(name, value)
  return `${public_url}${request.url.split('?')[0]}?${query}`
}

async function respond(
  platform: Platform,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: Asked & Record<string, unknown>,
): Promise<FastifyReply> {
  const key = operation.method === 'POST' ? (request.headers['idempotency-key'] as string | undefined) : undefined
  if (key === undefined) return send(reply, await perform(platform, operation, asked, null))

  const claimed: IdempotencyClaim = {
    store_id: asked.store.id,
    owner: `app:${asked.app_id}`,
    request: `${operation.method} ${request.url
      .split('?')[0]!
      .replace(/^\/api\/admin/, '')
      .replace(/\/$/, '')}`,
    key: checkIdempotencyKey(key),
  }
  const { pool } = platform.database
  const earlier = await claim(pool, claimed, (request.body as Buffer | undefined) ?? Buffer.alloc(0))
  if (earlier) return send(reply, earlier, { 'Idempotency-Replayed': 'true' })
  try {
    return send(reply, await perform(platform, operation, asked, claimed))
  } catch (error) {
    const refusal = asApiError(error)
    if (isFinal(error)) await settleClaim(pool, claimed, finishError(error, asked.request_id))
    else if (refusal.code !== 'payment_outcome_unknown') await releaseClaim(pool, claimed)
    throw error
  }
}

async function perform(
  platform: Platform,
  operation: Operation,
  asked: Asked & Record<string, unknown>,
  claimed: IdempotencyClaim | null,
): Promise<Finished> {
  const { database } = platform
  const handle = operation.handle as (asked: unknown) => ReturnType<Operation['handle']>
  const status = operation.status ?? 200
  const origin = { actor: asked.actor, request_id: asked.request_id }
  if (operation.method === 'GET') return finish(await handle({ ...asked, db: database.reads }), status)
  if (operation.outside) {
    const transact = <Result>(work: Parameters<typeof database.transact<Result>>[1]) => database.transact(origin, work)
    const finished = finish(await handle({ ...asked, db: database.pool, transact, idempotency: claimed }), status)
    if (claimed) await settleClaim(database.pool, claimed, finished)
    return finished
  }
  return database.transact(origin, async db => {
    const finished = finish(await handle({ ...asked, db }), status)
    if (claimed) await settleClaim(db, claimed, finished)
    return finished
  })
}
