import { createHash } from 'node:crypto'
import type { Finished } from './answer.ts'
import { ApiError, conflict, invalidField } from './errors.ts'
import type { IdempotencyClaim } from './operation.ts'
import { one, type Queryable, run, sql } from './sql.ts'

const KEY = /^[\x21-\x7e]{1,255}$/
const ABANDONED_AFTER = '2 minutes'

export function checkIdempotencyKey(key: string): string {
  if (!KEY.test(key)) throw invalidField('Idempotency-Key', 'invalid', 'Must be 1 to 255 printable ASCII characters.', 'header')
  return key
}

/**
 * Claims a key before anything else happens. Answers null when the work is ours to do, or what the first request was answered.
 * A claim that a crash left behind is taken over after two minutes, unless its outcome is still being found out.
 */
export async function claim(db: Queryable, claimed: IdempotencyClaim, body: Buffer): Promise<Finished | null> {
  const hash = createHash('sha256').update(body).digest()
  const { store_id, owner, request, key } = claimed
  const fresh = await run(
    db,
    sql`insert into idempotency_keys (store_id, owner, request, key, body_hash) values (${store_id}, ${owner}, ${request}, ${key}, ${hash})
      on conflict (store_id, owner, request, key) do update set created_at = now(), status = null, body = null, version = null, held = false, body_hash = excluded.body_hash
      where idempotency_keys.created_at < now() - interval '24 hours'
         or (idempotency_keys.status is null and idempotency_keys.body_hash = excluded.body_hash
             and idempotency_keys.created_at < now() - ${ABANDONED_AFTER}::interval
             and not idempotency_keys.held)`,
  )
  if (fresh > 0) return null

  const found = await one<{ same: boolean; status: number | null; body: string | null; version: number | null }>(
    db,
    sql`select body_hash = ${hash} as same, status, body, version from idempotency_keys
      where store_id = ${store_id} and owner = ${owner} and request = ${request} and key = ${key}`,
  )
  if (!found.same) throw conflict('idempotency_mismatch', 'This Idempotency-Key was used with another body.')
  if (found.status === null)
    throw conflict('idempotency_in_progress', 'The first request with this Idempotency-Key is still running.', [], {
      headers: { 'Retry-After': '1' },
      body: { retry_after: 1 },
    })
  const { status, body: answered, version } = found
  return { status, body: answered ?? '', ...(version === null ? {} : { version }) }
}

/** Keeps the answer for 24 hours; within a transaction it is kept exactly when the work is. */
export async function settleClaim(
  db: Queryable,
  { store_id, owner, request, key }: IdempotencyClaim,
  answer: Finished,
): Promise<void> {
  await run(
    db,
    sql`update idempotency_keys set status = ${answer.status}, body = ${answer.body}, version = ${answer.version ?? null}, held = false
      where store_id = ${store_id} and owner = ${owner} and request = ${request} and key = ${key}`,
  )
}

/** Keeps a claim until somebody settles or releases it, however long that takes. */
export async function holdClaim(db: Queryable, { store_id, owner, request, key }: IdempotencyClaim): Promise<void> {
  await run(
    db,
    sql`update idempotency_keys set held = true
      where store_id = ${store_id} and owner = ${owner} and request = ${request} and key = ${key}`,
  )
}

/** Lets the next request with the key try again. */
export async function releaseClaim(db: Queryable, { store_id, owner, request, key }: IdempotencyClaim): Promise<void> {
  await run(
    db,
    sql`delete from idempotency_keys
      where store_id = ${store_id} and owner = ${owner} and request = ${request} and key = ${key} and status is null`,
  )
}

/** Whether an error is the final answer of a request; others may go differently the next time. */
export function isFinal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500 && error.status !== 429 && error.code !== 'busy'
}

/** Removes the keys of yesterday. */
export async function forgetOldClaims(db: Queryable): Promise<void> {
  await run(db, sql`delete from idempotency_keys where created_at < now() - interval '24 hours'`)
}
