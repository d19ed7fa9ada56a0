import { many, type Queryable, sql } from '../../../platform/sql.ts'

export interface NewVoucher {
  name: string
  /** Compared without case; unique in the store. */
  code: string
  usage: 'single_use' | 'multi_use' | 'once_per_customer'
  offer_ids: readonly number[]
  start_datetime?: string
  end_datetime?: string | null
}

/** Makes vouchers for offers that exist; answers their ids in the order of the input. */
export async function createVouchers(db: Queryable, store_id: number, vouchers: readonly NewVoucher[]): Promise<number[]> {
  const links = vouchers.flatMap(({ code, offer_ids }) => offer_ids.map(offer_id => ({ code, offer_id })))
  const created = await many<{ id: number; code: string }>(
    db,
    sql`
    with created as (
      insert into vouchers (store_id, name, code, usage, start_datetime, end_datetime)
      select ${store_id}, name, code, usage, coalesce(start_datetime, now()), end_datetime
      from jsonb_to_recordset(${JSON.stringify(vouchers)}::jsonb)
        as v (name text, code text, usage text, start_datetime timestamptz, end_datetime timestamptz)
      returning id, code
    ), linked as (
      insert into voucher_offers (store_id, voucher_id, offer_id)
      select distinct ${store_id}::bigint, created.id, l.offer_id
      from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as l (code text, offer_id bigint)
      join created on created.code = l.code
    )
    select id, code from created`,
  )
  const ids = new Map(created.map(({ id, code }) => [code, id]))
  return vouchers.map(({ code }) => ids.get(code)!)
}
