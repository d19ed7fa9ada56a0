import { many, one, type Queryable, sql } from '../../../platform/sql.ts'
import { slugOf, unusedSlug } from '../../catalogue/index.ts'

export interface NewShippingMethod {
  name: string
  /** Empty or absent, it comes from the name. */
  code?: string
  description?: string
  delivery_time?: string
  is_public?: boolean
  /** Empty serves every country. */
  countries?: readonly string[]
  prices: readonly { currency: string; price_per_order: string }[]
}

const CODE_MAX = 120

/** Makes a shipping method with a price per currency. */
export async function createShippingMethod(
  db: Queryable,
  store_id: number,
  method: NewShippingMethod,
): Promise<{ id: number; code: string }> {
  const { name, description = '', delivery_time = '', is_public = true, countries = [] } = method
  const code = method.code || (await unusedCode(db, store_id, name))
  return one<{ id: number; code: string }>(
    db,
    sql`
    with method as (
      insert into shipping_methods (store_id, code, name, description, delivery_time, is_public, countries)
      values (${store_id}, ${code}, ${name}, ${description}, ${delivery_time}, ${is_public}, ${[...countries]}::text[])
      returning id, code
    ), prices as (
      insert into shipping_method_prices (store_id, shipping_method_id, currency, price_per_order)
      select ${store_id}, method.id, p.currency, p.price_per_order
      from method, jsonb_to_recordset(${JSON.stringify(method.prices)}::jsonb) as p (currency text, price_per_order numeric)
    )
    select id, code from method`,
  )
}

async function unusedCode(db: Queryable, store_id: number, name: string): Promise<string> {
  const taken = await many<{ code: string }>(db, sql`select code from shipping_methods where store_id = ${store_id}`)
  return unusedSlug(slugOf(name, 'shipping').slice(0, CODE_MAX), new Set(taken.map(({ code }) => code)))
}
