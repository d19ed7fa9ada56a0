import { type Queryable, run, sql } from '../../../platform/sql.ts'

export interface ExchangeRate {
  base: string
  quote: string
  /** Calendar day, such as 2026-11-21. */
  day: string
  /** What one unit of the base is worth in the quote, up to eight decimals. */
  rate: string
}

/** Stores daily rates, replacing those known for the same day. */
export async function saveExchangeRates(db: Queryable, store_id: number, rates: readonly ExchangeRate[]): Promise<void> {
  await run(
    db,
    sql`
    insert into exchange_rates (store_id, base, quote, day, rate)
    select ${store_id}, base, quote, day, rate
    from jsonb_to_recordset(${JSON.stringify(rates)}::jsonb) as r (base text, quote text, day date, rate numeric)
    on conflict (store_id, base, quote, day) do update set rate = excluded.rate`,
  )
}
