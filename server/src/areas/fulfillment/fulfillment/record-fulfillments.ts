import { announce } from '../../../platform/announcements.ts'
import type { Transaction } from '../../../platform/database.ts'
import { json, many, maybeOne, type Queryable, sql } from '../../../platform/sql.ts'
import { shipStock } from '../../catalogue/index.ts'
import { type AcceptedOrder, saveFulfillmentOrders } from '../fulfillment-order/queries.ts'
import type { Shipment } from '../fulfillment-order/shipping-units.ts'
import type { Tracking } from './tracking.ts'

/** What leaves one location together: one shipment or more, of as many fulfillment orders. */
export type Parcel = readonly Shipment<AcceptedOrder>[]

interface Shipping {
  order: { number: number; shipping_method: string; is_test: boolean }
  tracking: readonly Tracking[]
  /** Whether the customer is told. */
  notify: boolean
}

/** Writes one fulfillment for each parcel, with what becomes of its fulfillment orders and of the stock. Answers the ids, in order. */
export async function recordFulfillments(
  db: Transaction,
  store: { id: number },
  parcels: readonly Parcel[],
  { order, tracking, notify }: Shipping,
): Promise<number[]> {
  const shipments = parcels.flat()
  await saveFulfillmentOrders(
    db,
    store.id,
    shipments.map(shipment => shipment.order),
  )
  const rows = await insertFulfillments(db, store.id, order, parcels, tracking)
  const units = order.is_test ? [] : shipments.flatMap(trackedUnits)
  if (units.length > 0) await shipStock(db, store.id, units, `order ${order.number}`)
  for (const { id } of rows)
    await announce(db, store, 'fulfillment.created', { id, detail: { order_number: order.number, notify } })
  return rows.map(({ id }) => id)
}

function trackedUnits({ order, shipped }: Shipment<AcceptedOrder>) {
  const lines = new Map(order.lines.map(line => [line.id, line]))
  return shipped.flatMap(({ line_id, quantity }) => {
    const { tracked, stock_record_id } = lines.get(line_id)!
    return tracked && stock_record_id !== null ? [{ stock_record_id, quantity }] : []
  })
}

function drafted(parcel: Parcel) {
  const shippable = new Set(
    parcel.flatMap(({ order }) => order.lines.filter(line => line.requires_shipping).map(line => line.id)),
  )
  const units = parcel.flatMap(({ shipped }) => shipped)
  const accepted = parcel.flatMap(({ order }) => order.accepted_at ?? []).sort()
  return {
    location_id: parcel[0]!.order.location_id,
    requires_shipping: units.some(({ line_id }) => shippable.has(line_id)),
    processing_at: accepted[0] ?? null,
    lines: units.map(({ line_id, order_line_id, quantity }) => ({ fulfillment_order_line_id: line_id, order_line_id, quantity })),
  }
}

function insertFulfillments(
  db: Transaction,
  store_id: number,
  order: Shipping['order'],
  parcels: readonly Parcel[],
  tracking: readonly Tracking[],
) {
  const delivery_status = tracking.some(({ code }) => code !== '') ? 'tracking_added' : null
  return many<{ id: number }>(
    db,
    sql`
    with numbered as (
      select nextval(pg_get_serial_sequence('fulfillments', 'id')) as id, p.*
      from jsonb_to_recordset(${json(parcels.map(drafted))}::jsonb)
        as p (location_id bigint, requires_shipping boolean, processing_at timestamptz, lines jsonb)
    ), written as (
      insert into fulfillments (store_id, id, order_number, location_id, requires_shipping, shipping_method, origin_address, tracking,
        delivery_status, processing_at)
      select ${store_id}, n.id, ${order.number}, n.location_id, n.requires_shipping, ${order.shipping_method}, l.address,
        ${json(tracking)}::jsonb, ${delivery_status}, coalesce(n.processing_at, now())
      from numbered n join locations l on l.store_id = ${store_id} and l.id = n.location_id
    ), lined as (
      insert into fulfillment_lines (store_id, fulfillment_id, fulfillment_order_line_id, order_line_id, quantity)
      select ${store_id}, n.id, l.fulfillment_order_line_id, l.order_line_id, l.quantity
      from numbered n cross join lateral jsonb_to_recordset(n.lines)
        as l (fulfillment_order_line_id bigint, order_line_id bigint, quantity integer)
    )
    select id from numbered order by id`,
  )
}

/** The page on which the store shows where a parcel is, empty without one. */
export async function trackingPageOf(db: Queryable, store: { id: number }): Promise<string> {
  const row = await maybeOne<{ tracking_page_url: string }>(db, sql`select tracking_page_url from stores where id = ${store.id}`)
  return row?.tracking_page_url ?? ''
}
