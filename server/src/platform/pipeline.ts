import type { FastifyReply, FastifyRequest } from 'fastify'
import { unsupportedMediaType } from './answer.ts'
import type { Authenticate, Caller } from './caller.ts'
import type { Database } from './database.ts'
import { invalid, invalidField } from './errors.ts'
import { cleanerOf, parseBody, refuseUnstorable } from './input.ts'
import type { Asked, Operation } from './operation.ts'
import { respond } from './performing.ts'
import { readPath, readQuery } from './query.ts'
import type { RateLimiter } from './rate-limit.ts'
import { checkOf } from './validation.ts'

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
