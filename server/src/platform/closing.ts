import type { FastifyInstance } from 'fastify'

const IDLE_CHECK_MS = 50

/** Ends each connection when its last answer is out: a client that keeps it open would hold up the stop for a minute. */
export function closeWhenIdle(http: FastifyInstance): void {
  const sweep = setInterval(() => http.server.closeIdleConnections(), IDLE_CHECK_MS)
  http.server.once('close', () => clearInterval(sweep))
}
