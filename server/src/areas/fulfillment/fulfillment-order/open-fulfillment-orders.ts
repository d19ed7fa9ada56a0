import { json, type Queryable, run, sql } from '../../../platform/sql.ts'

export interface NewFulfillmentOrder {
  location_id: number
  requires_shipping: boolean
  status: 'open' | 'not_required' | 'closed'
  /** Lines of the order by their position in it. */
  lines: { position: number; quantity: number; stock_record_id: number | null; tracked: boolean }[]
}

/** Assigns the units of an order to their locations. A closed one has shipped everything: that is how history is imported. */
export async function openFulfillmentOrders(
  db: Queryable,
  store_id: number,
  order_number: number,
  groups: readonly NewFulfillmentOrder[],
): Promise<void> {
  if (groups.length === 0) return
  await run(
    db,
    sql`
    with drafted as (
      select row_number() over () as place, d.* from jsonb_to_recordset(${json(groups)}::jsonb)
        as d (location_id bigint, requires_shipping boolean, status text, lines jsonb)
    ), numbered as (
      select nextval('fulfillment_orders_id_seq') as id, d.* from (select * from drafted order by place) d
    ), opened as (
      insert into fulfillment_orders (store_id, id, order_number, location_id, status, request_status, requires_shipping, accepted_at)
      select ${store_id}, id, ${order_number}, location_id, status, case when status = 'closed' then 'closed' else 'pending' end,
        requires_shipping, case when status = 'closed' then now() end
      from numbered
    )
    insert into fulfillment_order_lines (store_id, fulfillment_order_id, order_line_id, quantity, fulfilled_quantity, stock_record_id, tracked)
    select ${store_id}, n.id, ordered.id, l.quantity, case when n.status = 'closed' then l.quantity else 0 end, l.stock_record_id, l.tracked
    from numbered n cross join lateral jsonb_to_recordset(n.lines)
        as l (position integer, quantity integer, stock_record_id bigint, tracked boolean)
    join order_lines ordered on ordered.store_id = ${store_id} and ordered.order_number = ${order_number} and ordered.position = l.position`,
  )
}

/** Writes the parcels of an order that was shipped before it came to us: one for each of its fulfillment orders. */
export async function recordHistoricShipment(db: Queryable, store_id: number, order_number: number, at: Date): Promise<void> {
  await run(
    db,
    sql`
    with shipped as (
      select nextval('fulfillments_id_seq') as id, f.id as fulfillment_order_id, f.location_id, f.requires_shipping, l.address
      from fulfillment_orders f join locations l on l.store_id = f.store_id and l.id = f.location_id
      where f.store_id = ${store_id} and f.order_number = ${order_number} and f.status = 'closed'
    ), written as (
      insert into fulfillments (store_id, id, order_number, location_id, requires_shipping, shipping_method, origin_address, processing_at, created_at)
      select ${store_id}, s.id, ${order_number}, s.location_id, s.requires_shipping, o.shipping_method, s.address, ${at}, ${at}
      from shipped s join orders o on o.store_id = ${store_id} and o.number = ${order_number}
    )
    insert into fulfillment_lines (store_id, fulfillment_id, fulfillment_order_line_id, order_line_id, quantity)
    select ${store_id}, s.id, l.id, l.order_line_id, l.quantity
    from shipped s join fulfillment_order_lines l on l.store_id = ${store_id} and l.fulfillment_order_id = s.fulfillment_order_id
    where l.quantity > 0`,
  )
}
