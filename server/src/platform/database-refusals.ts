import pg from 'pg'
import { busy, isWorthAnotherTry } from './contention.ts'
import { ApiError, conflict, invalidField } from './errors.ts'

export const UNSTORABLE_VALUE = 'A value is too large, too long or not of its type.'

// A value that no column takes: too large, too long, no date, no text, or more than an index holds.
const UNSTORABLE = new Set(['22001', '22003', '22007', '22008', '22021', '22P02', '22P05', '54000'])
const UNIQUE_VIOLATION = '23505'
const FOREIGN_KEY_VIOLATION = '23503'
const QUERY_CANCELED = '57014'

/** What a client is told when the database refused what it sent, or what is in its way; null for every other failure. */
export function databaseRefusal(error: unknown): ApiError | null {
  if (!(error instanceof pg.DatabaseError)) return null
  const { code = '' } = error
  if (isWorthAnotherTry(error)) return busy()
  if (UNSTORABLE.has(code)) return invalidField('', 'invalid', UNSTORABLE_VALUE)
  if (code === UNIQUE_VIOLATION || code === FOREIGN_KEY_VIOLATION)
    return conflict('conflict', 'Something that is there already, or no longer, is in the way of this change.')
  if (code === QUERY_CANCELED) return new ApiError(504, 'timeout', 'The request took too long.')
  return null
}
