import type { Authenticate, Caller } from '../../../platform/caller.ts'
import { maybeOne, type Queryable, run, sql } from '../../../platform/sql.ts'
import { hashOf } from './token.ts'

interface TokenRow {
  token_id: number
  app_id: number
  client_id: string
  app_name: string
  scopes: string[]
  rate_limit_per_second: number | null
  store_id: number
  label: string
  timezone: string
  primary_domain: string
}

const TRUSTED_MS = 1_000
const REMEMBERED_MAX = 10_000
const USE_NOTED_MS = 60_000

/** Looks tokens up by their hash, and again after a second: a revoked token dies within that second on every process. */
export function authenticator(db: Queryable): Authenticate {
  const known = new Map<string, { until: number; caller: Promise<Caller | undefined> }>()
  const noted = new Map<number, number>()

  return async token => {
    const hash = hashOf(token)
    const key = hash.toString('latin1')
    const now = Date.now()
    let entry = known.get(key)
    if (!entry || entry.until < now) {
      if (known.size > REMEMBERED_MAX) known.clear()
      entry = { until: now + TRUSTED_MS, caller: findCaller(db, hash) }
      known.set(key, entry)
      entry.caller.catch(() => known.delete(key))
    }
    const caller = await entry.caller
    if (caller && (noted.get(caller.token_id) ?? 0) < now - USE_NOTED_MS) {
      noted.set(caller.token_id, now)
      run(
        db,
        sql`update access_tokens set last_used_at = now() where store_id = ${caller.store.id} and id = ${caller.token_id}`,
      ).catch(() => {})
    }
    return caller
  }
}

async function findCaller(db: Queryable, hash: Buffer): Promise<Caller | undefined> {
  const row = await maybeOne<TokenRow>(
    db,
    sql`
    select t.id as token_id, t.app_id, a.client_id, a.name as app_name, t.scopes, t.rate_limit_per_second,
      s.id as store_id, s.label, s.timezone, s.primary_domain
    from access_tokens t
    join apps a on a.store_id = t.store_id and a.id = t.app_id
    join stores s on s.id = t.store_id
    where t.hash = ${hash} and t.revoked_at is null and a.disabled_at is null and (t.expires_at is null or t.expires_at > now())`,
  )
  if (!row) return undefined
  return {
    token_id: row.token_id,
    app_id: row.app_id,
    actor: { kind: 'app', id: row.app_id, name: row.app_name },
    scopes: new Set(row.scopes),
    rate_limit_per_second: row.rate_limit_per_second,
    store: { id: row.store_id, label: row.label, timezone: row.timezone, primary_domain: row.primary_domain },
  }
}
