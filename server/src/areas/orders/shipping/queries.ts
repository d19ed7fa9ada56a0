import { json, type Queryable, run, sql } from '../../../platform/sql.ts'
import type { Parcel } from '../../fulfillment/index.ts'

/** Counts the units of parcels as fulfilled on the lines of their order. */
export async function countShipped(db: Queryable, store_id: number, number: number, parcels: readonly Parcel[]): Promise<void> {
  const units = new Map<number, number>()
  for (const { order_line_id, quantity } of parcels.flat().flatMap(({ shipped }) => shipped))
    units.set(order_line_id, (units.get(order_line_id) ?? 0) + quantity)
  if (units.size === 0) return
  const counted = [...units].map(([id, quantity]) => ({ id, quantity }))
  await run(
    db,
    sql`
    update order_lines l set fulfilled_quantity = l.fulfilled_quantity + x.quantity, updated_at = now()
    from jsonb_to_recordset(${json(counted)}::jsonb) as x (id bigint, quantity integer)
    where l.store_id = ${store_id} and l.order_number = ${number} and l.id = x.id`,
  )
}
