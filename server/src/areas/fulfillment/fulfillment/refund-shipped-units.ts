import { json, type Queryable, run, sql } from '../../../platform/sql.ts'

export interface RefundedUnits {
  order_line_id: number
  quantity: number
  /** Whether they came back; otherwise only their money goes back. */
  returned: boolean
}

/** Notes on the parcels which of their units were refunded, the oldest parcel first. Each order line may stand there once. */
export async function refundShippedUnits(db: Queryable, store_id: number, units: readonly RefundedUnits[]): Promise<void> {
  if (units.length === 0) return
  await run(
    db,
    sql`
    with refundable as (
      select x.id, u.returned, u.quantity as wanted, x.quantity - x.refunded_quantity as here,
        sum(x.quantity - x.refunded_quantity) over (partition by x.order_line_id order by x.id) as so_far
      from jsonb_to_recordset(${json(units)}::jsonb) as u (order_line_id bigint, quantity integer, returned boolean)
      join fulfillment_lines x on x.store_id = ${store_id} and x.order_line_id = u.order_line_id
      join fulfillments f on f.store_id = x.store_id and f.id = x.fulfillment_id and f.status = 'success'
    ), taken as (
      select id, returned, least(here, wanted - (so_far - here)) as quantity from refundable
    )
    update fulfillment_lines x set refunded_quantity = x.refunded_quantity + t.quantity,
      returned_quantity = x.returned_quantity + case when t.returned then t.quantity else 0 end
    from taken t where x.store_id = ${store_id} and x.id = t.id and t.quantity > 0`,
  )
}
