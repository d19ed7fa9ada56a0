import type { Store } from '../../../platform/caller.ts'
import { notFound } from '../../../platform/errors.ts'
import { type Cents, cents } from '../../../platform/money.ts'
import { maybeOne, one, type Queryable, type Sql, sql } from '../../../platform/sql.ts'
import type { AcceptedOrder, FulfillmentStatus } from '../../fulfillment/index.ts'
import type { PaymentStatus, PaymentTransaction } from './payment-view.ts'

export interface OrderFacts {
  number: number
  version: number
  status: 'open' | 'archived' | 'canceled'
  fulfillment_status: FulfillmentStatus
  payment_status: PaymentStatus
  total_outstanding: Cents
  has_split_fulfillment: boolean
  partially_fulfilled: boolean
  delivery_statuses: string[]
  location_ids: number[]
  is_test: boolean
  payment_method: string | null
  customer_id: number | null
  currency: string
  report_currency: string
  report_rate: string
  has_shipping_address: boolean
  shipping_method: string
  total_incl_tax: Cents
  shipping_excl_tax: Cents
  shipping_incl_tax: Cents
  free_at_creation: boolean
  virtual_paid: Cents
  virtual_refunded: Cents
  discrepancies: Cents
  /** A cancellation waits for the answer of a gateway. */
  is_being_canceled: boolean
  lines: LineFacts[]
  fulfillment_orders: AcceptedOrder[]
  fulfillments: { delivery_status: string | null; location_id: number }[]
  transactions: TransactionFacts[]
}

export interface LineFacts {
  id: number
  quantity: number
  removed_quantity: number
  fulfilled_quantity: number
  refunded_quantity: number
  editable_quantity: number
  requires_shipping: boolean
  price_excl_tax: Cents
  price_incl_tax: Cents
}

export interface TransactionFacts extends PaymentTransaction {
  gateway_id: number | null
  is_external: boolean
  payment_method: string
  card_token: string | null
}

/** Takes the order for this transaction, so that whoever else changes it waits; 404 when the store has no such order. */
export async function lockOrder(db: Queryable, store: Pick<Store, 'id'>, number: number): Promise<void> {
  const row = await maybeOne(db, sql`select 1 from orders where store_id = ${store.id} and number = ${number} for update`)
  if (!row) throw notFound()
}

/** Takes the order for this transaction and reads what its rules and statuses depend on. */
export async function getOrderForUpdate(db: Queryable, store: Pick<Store, 'id'>, number: number): Promise<OrderFacts> {
  await lockOrder(db, store, number)
  return readFacts(db, store.id, number)
}

const all = (of: Sql, columns: Sql): Sql =>
  sql`coalesce((select json_agg(${columns} order by x.id) from ${of} x where x.store_id = o.store_id and x.order_number = o.number), '[]'::json)`

const lines = all(
  sql`order_lines`,
  sql`json_build_object('id', x.id, 'quantity', x.quantity, 'removed_quantity', x.removed_quantity,
    'fulfilled_quantity', x.fulfilled_quantity, 'refunded_quantity', x.refunded_quantity, 'editable_quantity', x.editable_quantity,
    'requires_shipping', x.requires_shipping, 'price_excl_tax', x.price_excl_tax::text, 'price_incl_tax', x.price_incl_tax::text)`,
)

const fulfillmentOrders = all(
  sql`fulfillment_orders`,
  sql`json_build_object('id', x.id, 'location_id', x.location_id, 'status', x.status, 'request_status', x.request_status,
    'accepted_at', x.accepted_at, 'lines', coalesce((
      select json_agg(json_build_object('id', fl.id, 'order_line_id', fl.order_line_id, 'quantity', fl.quantity,
        'fulfilled_quantity', fl.fulfilled_quantity, 'requires_shipping', l.requires_shipping,
        'stock_record_id', fl.stock_record_id, 'tracked', fl.tracked) order by fl.id)
      from fulfillment_order_lines fl join order_lines l on l.store_id = fl.store_id and l.id = fl.order_line_id
      where fl.store_id = x.store_id and fl.fulfillment_order_id = x.id), '[]'::json))`,
)

const parcels = all(
  sql`(select * from fulfillments where status = 'success')`,
  sql`json_build_object('delivery_status', x.delivery_status, 'location_id', x.location_id)`,
)

const transactions = all(
  sql`transactions`,
  sql`json_build_object('id', x.id, 'type', x.type, 'status', x.status, 'amount', x.amount::text, 'parent_id', x.parent_id,
    'expires_at', x.expires_at, 'gateway_id', x.gateway_id, 'is_external', x.is_external, 'payment_method', x.payment_method,
    'card_token', x.card_token)`,
)

const discrepancies = sql`(
  select coalesce(sum(a.amount_incl_tax), 0)::text from refunds r
  join refund_adjustments a on a.store_id = r.store_id and a.refund_id = r.id and a.type = 'refund_discrepancy'
  where r.store_id = o.store_id and r.order_number = o.number)`

const isBeingCanceled = sql`exists (
  select from transactions t join payment_intents i on i.store_id = t.store_id and i.transaction_id = t.id
  where t.store_id = o.store_id and t.order_number = o.number and t.status = '' and i.purpose = 'order.cancel'
    and i.state in ('created', 'sent', 'unknown'))`

/** What the rules and statuses of an order depend on; the order must be there. */
export async function readFacts(db: Queryable, store_id: number, number: number): Promise<OrderFacts> {
  const row = await one<Row>(
    db,
    sql`
    select o.number, o.version, o.status, o.fulfillment_status, o.payment_status, o.total_outstanding::text, o.has_split_fulfillment,
      o.partially_fulfilled, o.delivery_statuses, to_json(o.location_ids) as location_ids, o.is_test, o.payment_method, o.customer_id,
      o.currency, o.report_currency, trim_scale(o.report_rate)::text as report_rate,
      o.shipping_address is not null as has_shipping_address, o.shipping_method, o.total_incl_tax::text, o.shipping_excl_tax::text,
      o.shipping_incl_tax::text, o.original_total_incl_tax = 0 as free_at_creation, o.virtual_paid::text, o.virtual_refunded::text,
      ${discrepancies} as discrepancies, ${isBeingCanceled} as is_being_canceled, ${lines} as lines,
      ${fulfillmentOrders} as fulfillment_orders, ${parcels} as fulfillments, ${transactions} as transactions
    from orders o where o.store_id = ${store_id} and o.number = ${number}`,
  )
  return typed(row)
}

type Written<Of> = { [Key in keyof Of]: Of[Key] extends Cents ? string : Of[Key] extends Date | null ? string | null : Of[Key] }
type Row = Written<Omit<OrderFacts, 'lines' | 'transactions'>> & {
  lines: Written<LineFacts>[]
  transactions: Written<TransactionFacts>[]
}

function typed(row: Row): OrderFacts {
  return {
    ...row,
    total_outstanding: cents(row.total_outstanding),
    total_incl_tax: cents(row.total_incl_tax),
    shipping_excl_tax: cents(row.shipping_excl_tax),
    shipping_incl_tax: cents(row.shipping_incl_tax),
    virtual_paid: cents(row.virtual_paid),
    virtual_refunded: cents(row.virtual_refunded),
    discrepancies: cents(row.discrepancies),
    lines: row.lines.map(line => ({
      ...line,
      price_excl_tax: cents(line.price_excl_tax),
      price_incl_tax: cents(line.price_incl_tax),
    })),
    transactions: row.transactions.map(each => ({
      ...each,
      amount: cents(each.amount),
      expires_at: each.expires_at === null ? null : new Date(each.expires_at),
    })),
  }
}
