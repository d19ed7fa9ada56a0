/** What pages of these origins may do; `*` stands for all. Tokens travel in a header, so cookies are never allowed. */
export function corsOf(origins: readonly string[]) {
  return {
    origin: origins.includes('*') ? '*' : [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match', 'X-Request-Id', 'X-Service-API-Version'],
    exposedHeaders: ['ETag', 'Idempotency-Replayed', 'Retry-After', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-Request-Id'],
    maxAge: 600,
  }
}
