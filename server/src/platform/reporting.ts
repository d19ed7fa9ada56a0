import type { FastifyRequest } from 'fastify'
import pg from 'pg'
import { isWorthAnotherTry } from './contention.ts'
import type { ApiError } from './errors.ts'
import type { Log } from './log.ts'

/** Logs what a refused request says about us: a failure, or a rule that was missing and that the database had to know. */
export function report(log: Log, request: FastifyRequest, error: unknown, refusal: ApiError): void {
  const { status, code, cause } = refusal
  // A gateway that is silent is not our failure; one that we could not ask, or whose word we could not write down, is.
  const isExpected = code === 'payment_outcome_unknown' && cause === undefined
  if (status >= 500 && !isExpected) log.failure(request, cause ?? error)
  else if (error instanceof pg.DatabaseError && !isWorthAnotherTry(error)) log.failure(request, error, 'warn')
}
