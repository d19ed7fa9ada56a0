import { randomBytes } from 'node:crypto'
import { one, type Queryable, raw, run, sql } from '../../../platform/sql.ts'

export interface NewStore {
  name: string
  /** First label of its network domain: lower-case letters, digits and hyphens. */
  label: string
  timezone?: string
  primary_domain?: string
  reporting_currency?: string
  /** The first is the currency of the store. */
  currencies: readonly { code: string; prices_include_tax?: boolean }[]
}

const FIRST_NUMBER = 100_001

/** Makes a store with its currencies and the sequence that numbers its orders. */
export async function createStore(db: Queryable, store: NewStore): Promise<number> {
  const domain = store.primary_domain ?? `${store.label}.example.com`
  const { id } = await one<{ id: number }>(
    db,
    sql`
    insert into stores (name, label, timezone, primary_domain, reporting_currency, status_key)
    values (${store.name}, ${store.label}, ${store.timezone ?? 'UTC'}, ${domain}, ${store.reporting_currency ?? 'USD'}, ${randomBytes(32)})
    returning id`,
  )
  const currencies = store.currencies.map((currency, position) => ({ ...currency, position }))
  await run(
    db,
    sql`
    insert into store_currencies (store_id, code, position, prices_include_tax)
    select ${id}, code, position, coalesce(prices_include_tax, false)
    from jsonb_to_recordset(${JSON.stringify(currencies)}::jsonb) as c (code text, position integer, prices_include_tax boolean)`,
  )
  await run(db, sql`create sequence ${raw(`order_numbers_${id}`)} start with ${raw(String(FIRST_NUMBER))}`)
  return id
}
