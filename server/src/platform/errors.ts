export type Where = 'body' | 'query' | 'path' | 'header'

export type FieldCode =
  | 'required'
  | 'null'
  | 'blank'
  | 'type'
  | 'invalid'
  | 'format'
  | 'min_length'
  | 'max_length'
  | 'min_value'
  | 'max_value'
  | 'max_digits'
  | 'max_decimal_places'
  | 'invalid_choice'
  | 'does_not_exist'
  | 'not_unique'
  | 'empty'
  | 'unsupported'
  | 'read_only_conflict'

/** One thing that is wrong with a request: `field` is a dotted path with zero-based indexes, `''` for the whole. */
export interface FieldProblem {
  in: Where
  field: string
  code: string
  message: string
}

interface Extras {
  headers?: Record<string, string>
  /** Further top-level keys of the body, such as `payment_response_code`. */
  body?: Record<string, unknown>
}

/** Every refusal that a client is meant to see. Anything else that is thrown is a bug and answers 500. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly errors: readonly FieldProblem[]
  readonly extras: Extras

  constructor(status: number, code: string, detail: string, errors: readonly FieldProblem[] = [], extras: Extras = {}) {
    super(detail)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.errors = errors
    this.extras = extras
  }

  get detail(): string {
    return this.message
  }
}

/** 400 that names every wrong field. */
export function invalid(problems: readonly FieldProblem[], code = 'validation_error'): ApiError {
  const detail = problems.length === 1 ? '1 field is invalid.' : `${problems.length} fields are invalid.`
  return new ApiError(400, code, detail, problems)
}

/** 400 on one field of the body. */
export function invalidField(field: string, code: FieldCode, message: string, where: Where = 'body'): ApiError {
  return invalid([{ in: where, field, code, message }])
}

/** The same problem as a value, to be collected with others. */
export function problem(field: string, code: FieldCode, message: string, where: Where = 'body'): FieldProblem {
  return { in: where, field, code, message }
}

/** 401: no token, or one that is not valid (any more). */
export function unauthorized(code: 'not_authenticated' | 'invalid_token', detail: string): ApiError {
  const challenge = code === 'invalid_token' ? 'Bearer realm="api", error="invalid_token"' : 'Bearer realm="api"'
  return new ApiError(401, code, detail, [], { headers: { 'WWW-Authenticate': challenge } })
}

/** 403: a valid token without any of the scopes that the operation accepts. */
export function forbidden(scopes: readonly string[]): ApiError {
  return new ApiError(403, 'insufficient_scope', `The token needs one of these scopes: ${scopes.join(', ')}.`, [], {
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scopes.join(' ')}"` },
  })
}

/** 404: nothing there that this token may see. */
export function notFound(detail = 'Not found.'): ApiError {
  return new ApiError(404, 'not_found', detail)
}

/** 409: the request is fine, but the present state of things forbids it. */
export function conflict(code: string, detail: string, errors: readonly FieldProblem[] = [], extras: Extras = {}): ApiError {
  return new ApiError(409, code, detail, errors, extras)
}

/** 400: the body is not JSON in UTF-8. */
export function malformed(cause?: unknown): ApiError {
  return Object.assign(new ApiError(400, 'malformed_json', 'The body is not valid JSON in UTF-8.'), { cause })
}

/** 503 with the time after which it is worth another try. */
export function unavailable(detail: string, retryAfterSeconds = 5): ApiError {
  return new ApiError(503, 'unavailable', detail, [], { headers: { 'Retry-After': String(retryAfterSeconds) } })
}
