import { json, type Queryable, run, sql } from '../../../platform/sql.ts'
import type { FulfillmentOrderState } from './units.ts'

/** A fulfillment order with the moment at which its location took it on. */
export interface AcceptedOrder extends FulfillmentOrderState {
  accepted_at: string | null
}

/** What a fulfillment order remembers beside its state. */
export interface Remarks {
  /** The hold that was put on it. */
  hold?: { reason: string; reason_message: string | null; created_at: string }
  /** What the merchant asked of the location. */
  merchant_request?: { type: 'fulfill_request' | 'cancel_request'; message: string | null; notify: boolean }
  rejection?: { reason: string; message: string }
}

/**
 * Stores what became of fulfillment orders: states and quantities. Holds end with the state that needs them, and so does what a
 * rejection said; the moment of acceptance is that of the first one.
 */
export async function saveFulfillmentOrders(
  db: Queryable,
  store_id: number,
  orders: readonly FulfillmentOrderState[],
  remarks: ReadonlyMap<number, Remarks> = new Map(),
): Promise<void> {
  if (orders.length === 0) return
  const states = orders.map(({ id, status, request_status, lines }) => ({
    id,
    status,
    request_status,
    lines: lines.map(line => ({ id: line.id, quantity: line.quantity, fulfilled_quantity: line.fulfilled_quantity })),
    ...remarks.get(id),
  }))
  await run(
    db,
    sql`
    with given as (
      select * from jsonb_to_recordset(${json(states)}::jsonb)
        as g (id bigint, status text, request_status text, lines jsonb, hold jsonb, merchant_request jsonb, rejection jsonb)
    ), moved as (
      update fulfillment_orders f set status = g.status, request_status = g.request_status, updated_at = now(),
        fulfillment_holds = case when g.status <> 'on_hold' then '[]' when g.hold is null then f.fulfillment_holds
          else jsonb_build_array(g.hold) end,
        merchant_requests = f.merchant_requests || case when g.merchant_request is null then '[]' else jsonb_build_array(g.merchant_request) end,
        rejected_reason = case when g.request_status = 'rejected' then coalesce(g.rejection ->> 'reason', f.rejected_reason) end,
        rejected_message = case when g.request_status = 'rejected' then coalesce(g.rejection ->> 'message', f.rejected_message) end,
        accepted_at = case when g.request_status = 'accepted' then coalesce(f.accepted_at, now())
          when g.status in ('open', 'on_hold') then null else f.accepted_at end
      from given g where f.store_id = ${store_id} and f.id = g.id
    )
    update fulfillment_order_lines l set quantity = x.quantity, fulfilled_quantity = x.fulfilled_quantity
    from given g cross join lateral jsonb_to_recordset(g.lines) as x (id bigint, quantity integer, fulfilled_quantity integer)
    where l.store_id = ${store_id} and l.fulfillment_order_id = g.id and l.id = x.id
      and (l.quantity, l.fulfilled_quantity) is distinct from (x.quantity, x.fulfilled_quantity)`,
  )
}
