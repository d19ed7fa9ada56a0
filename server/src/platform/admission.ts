import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from './caller.ts'
import { ApiError, forbidden, invalidField, unauthorized } from './errors.ts'
import type { Operation } from './operation.ts'
import type { Platform } from './pipeline.ts'
import { throttled } from './rate-limit.ts'
import { acceptedScopes, allows } from './scopes.ts'

export const API_VERSION = '2024-04-01'
const VERSION_HEADER = 'x-service-api-version'

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
