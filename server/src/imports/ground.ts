import { createLocation } from '../areas/fulfillment/index.ts'
import { isUsableCurrency } from '../areas/stores/index.ts'
import type { Store } from '../platform/caller.ts'
import type { Origin } from '../platform/database.ts'
import { maybeOne, one, type Queryable, run, sql } from '../platform/sql.ts'

export const ORIGIN: Origin = { actor: { kind: 'system', id: null, name: 'shopwright import' }, request_id: null }

/** The currency that the store sells in first. */
export async function storeCurrency(db: Queryable, store: Store): Promise<string> {
  const { code } = await one<{ code: string }>(
    db,
    sql`select code from store_currencies where store_id = ${store.id} and position = 0`,
  )
  return code
}

/** Makes sure that the store can hold amounts in the currency; enables it when its worth in the currency of the reports is known. */
export async function ensureCurrency(db: Queryable, store: Store, code: string): Promise<void> {
  if (!isUsableCurrency(code)) throw new Error(`--currency must be an ISO 4217 code such as GBP, not "${code}".`)
  const found = await one<{ enabled: boolean; reporting_currency: string; rate: string | null }>(
    db,
    sql`select exists (select from store_currencies where store_id = s.id and code = ${code}) as enabled, s.reporting_currency,
        exchange_rate(s.id, ${code}, s.reporting_currency, current_date)::text as rate
      from stores s where s.id = ${store.id}`,
  )
  if (found.enabled) return
  if (found.rate === null)
    throw new Error(
      `The store "${store.label}" does not sell in ${code}, and no rate from ${code} to ${found.reporting_currency} is known: ` +
        `import into a store made with "shopwright store create --currency ${code}", or say another currency with --currency.`,
    )
  await run(
    db,
    sql`insert into store_currencies (store_id, code, position)
      select ${store.id}, ${code}, max(position) + 1 from store_currencies where store_id = ${store.id}`,
  )
}

/** The location of the store that orders and stock belong to unless something says otherwise. */
export async function ensureLocation(db: Queryable, store: Store): Promise<number> {
  const found = await maybeOne<{ id: number }>(
    db,
    sql`select id from locations where store_id = ${store.id} and is_default and deleted_at is null`,
  )
  // Our choice: a store without any place gets one without an address, which its merchant fills in.
  return found?.id ?? createLocation(db, store.id, { name: store.label, address: { country: '', line1: '', line4: '' } })
}
