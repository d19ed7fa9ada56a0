import { cents } from '../../platform/money.ts'
import { many, type Queryable, sql } from '../../platform/sql.ts'
import type { EarlierSale } from './match-returns.ts'

/** Imported sales to a customer up to a moment, the latest first, with their lines of these products. */
export async function findEarlierSales(
  db: Queryable,
  store_id: number,
  asked: { customer_id: number; currency: string; until: Date; codes: readonly string[] },
): Promise<EarlierSale[]> {
  const { customer_id, currency, until, codes } = asked
  const rows = await many<Row>(
    db,
    sql`
    select o.number as order_number, o.shipping_excl_tax::text as shipping, (d.amount - coalesce((
        select sum(r.amount) from transactions r where r.store_id = d.store_id and r.parent_id = d.id and r.type = 'refund' and r.status <> 'failed'), 0))::text as available,
      coalesce((select json_agg(json_build_object('order_line_id', l.id, 'code', l.sku, 'unit_price', l.unit_price::text,
          'left', l.fulfilled_quantity - l.refunded_quantity) order by l.id desc)
        from order_lines l where l.store_id = o.store_id and l.order_number = o.number and l.sku = any (${[...codes]}::text[])
          and l.fulfilled_quantity > l.refunded_quantity), '[]') as lines
    from orders o
    join transactions d on d.store_id = o.store_id and d.order_number = o.number and d.type = 'debit' and d.status = 'succeeded' and d.is_external
    where o.store_id = ${store_id} and o.customer_id = ${customer_id} and o.currency = ${currency} and o.date_placed <= ${until}
      and o.metadata ? 'invoice_no' and o.status <> 'canceled'
    order by o.date_placed desc, o.number desc`,
  )
  return rows.map(row => ({
    ...row,
    shipping: cents(row.shipping),
    available: cents(row.available),
    lines: row.lines.map(line => ({ ...line, unit_price: cents(line.unit_price) })),
  }))
}

interface Row {
  order_number: number
  shipping: string
  available: string
  lines: { order_line_id: number; code: string; unit_price: string; left: number }[]
}
