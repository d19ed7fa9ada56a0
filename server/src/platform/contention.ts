import pg from 'pg'
import { type ApiError, conflict } from './errors.ts'

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const LOCK_NOT_AVAILABLE = '55P03'
const WORTH_ANOTHER_TRY = new Set([SERIALIZATION_FAILURE, DEADLOCK, LOCK_NOT_AVAILABLE])

/** Whether a statement failed because of what others did at the same time. */
export function isWorthAnotherTry(error: unknown): boolean {
  return error instanceof pg.DatabaseError && WORTH_ANOTHER_TRY.has(error.code ?? '')
}

/** 409 for work that met others at the same thing. */
export function busy(): ApiError {
  return conflict('busy', 'Somebody else is changing the same thing. Try again in a second.', [], {
    headers: { 'Retry-After': '1' },
  })
}
