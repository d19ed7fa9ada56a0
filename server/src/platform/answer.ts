import type { FastifyReply } from 'fastify'
import { databaseRefusal } from './database-refusals.ts'
import { ApiError, unavailable } from './errors.ts'
import type { Answer, Reply } from './operation.ts'

/** A finished answer: what is sent, and what an idempotency key replays. */
export interface Finished {
  status: number
  body: string
  version?: number
}

/** From what an operation returned to what is sent. */
export function finish(answer: Answer, status: number): Finished {
  if (answer === null) return { status: status === 200 ? 204 : status, body: '' }
  if (typeof answer === 'string') return { status, body: answer }
  const { body, version } = answer as Reply
  return {
    status: answer.status ?? status,
    body: typeof body === 'string' ? body : body === null ? '' : JSON.stringify(body),
    version,
  }
}

export function finishError(error: ApiError, request_id: string): Finished {
  const { code, detail, errors, status } = error
  return { status, body: JSON.stringify({ code, detail, errors, ...error.extras.body, request_id }) }
}

export function send(
  reply: FastifyReply,
  { status, body, version }: Finished,
  headers: Record<string, string> = {},
): FastifyReply {
  if (version !== undefined) reply.header('ETag', `"${version}"`)
  reply.headers(headers).code(status)
  return body === '' ? reply.send() : reply.type('application/json').send(body)
}

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08006',
  '08001',
])

/** What a client is told about anything thrown. What is not a refusal is a bug, whose cause only the log sees. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const { code, statusCode, message } = error as { code?: string; statusCode?: number; message?: string }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || statusCode === 413)
    return new ApiError(413, 'payload_too_large', 'The body is too large.')
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH' || code === 'FST_ERR_BAD_URL')
    return code === 'FST_ERR_BAD_URL'
      ? new ApiError(404, 'not_found', 'Not found.')
      : new ApiError(400, 'malformed_json', 'The body ended early.')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || statusCode === 415) return unsupportedMediaType()
  if (
    UNREACHABLE.has(code ?? '') ||
    (error instanceof Error && /Connection terminated|timeout exceeded when trying to connect/.test(message ?? ''))
  )
    return unavailable('The database cannot be reached right now.')
  return databaseRefusal(error) ?? new ApiError(500, 'internal_error', 'Something went wrong on our side.')
}

export function unsupportedMediaType(): ApiError {
  return new ApiError(415, 'unsupported_media_type', 'The body must be application/json.')
}
