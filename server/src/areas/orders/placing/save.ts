import { announce } from '../../../platform/announcements.ts'
import type { Store } from '../../../platform/caller.ts'
import { send, type Transaction } from '../../../platform/database.ts'
import { conflict } from '../../../platform/errors.ts'
import { join, json, type Queryable, raw, run, type Sql, sql } from '../../../platform/sql.ts'
import { allocateStock, giveBackOffers, noteUsesOf, releaseStock, useOffers } from '../../catalogue/index.ts'
import { saveCustomer } from '../../customers/index.ts'
import { openFulfillmentOrders, recordHistoricShipment } from '../../fulfillment/index.ts'
import type { OrderDraft } from './draft.ts'

const reference = ({ order }: OrderDraft) => `order ${order.number}`
const uses = ({ offer_uses, voucher_uses }: OrderDraft) => ({ offers: offer_uses, vouchers: voucher_uses })

const TRIES_MAX = 3
const soldMeanwhile = conflict('insufficient_stock', 'The last units have just been sold.')

/**
 * Holds what the order needs of what others want too: stock, and the uses of offers and vouchers. These rows stay locked until the
 * commit, so it comes as late as it can.
 */
export async function reserve(db: Transaction, store: Store, draft: OrderDraft, customer_id: number | null): Promise<void> {
  const short = await allocateStock(db, store.id, draft.allocations, reference(draft))
  if (short.length > 0) throw soldMeanwhile
  await useOffers(db, store.id, customer_id, uses(draft))
}

/** Runs the transaction that places an order again when its stock was sold between looking and reserving. */
export async function untilReserved<Result>(placing: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++)
    try {
      return await placing()
    } catch (error) {
      if (error !== soldMeanwhile || attempt === TRIES_MAX) throw error
    }
}

/** Notes for a customer who was not known when the order was reserved what they have used by now. */
export async function noteUses(db: Transaction, store: Store, draft: OrderDraft, customer_id: number | null): Promise<void> {
  if (customer_id !== null && draft.customer?.id === null) await noteUsesOf(db, store.id, customer_id, uses(draft))
}

/** Lets go of what a reserved order held, because it never came about. */
export async function release(db: Transaction, store: Store, draft: OrderDraft): Promise<void> {
  await releaseStock(db, store.id, draft.allocations, reference(draft))
  await giveBackOffers(db, store.id, draft.customer?.id ?? null, uses(draft))
}

/** Writes an order and announces it, without waiting for what is written. Answers the customer's id. */
export async function place(db: Transaction, store: Store, draft: OrderDraft): Promise<number | null> {
  const customer_id = draft.customer ? await saveCustomer(db, store, draft.customer) : null
  const { number, status, date_placed } = draft.order
  send(db, insertOrder(db, store.id, draft, customer_id))
  send(db, openFulfillmentOrders(db, store.id, number, draft.fulfillment_orders))
  if (status === 'archived') send(db, recordHistoricShipment(db, store.id, number, new Date(String(date_placed))))
  await announce(db, store, 'order.created', { id: number, version: 1, detail: { send_receipt: draft.send_receipt } })
  return customer_id
}

const ORDER_COLUMNS = [
  'number',
  'status',
  'fulfillment_status',
  'payment_status',
  'source',
  'is_test',
  'can_upsell',
  'payment_method',
  'attribution',
  'agent_id',
  'metadata',
  'tags',
  'currency',
  'prices_include_tax',
  'report_currency',
  'report_rate',
  'shipping_code',
  'shipping_method',
  'shipping_price',
  'shipping_discount',
  'shipping_rates',
  'shipping_excl_tax',
  'shipping_incl_tax',
  'shipping_tax',
  'shipping_tax_lines',
  'tax_lines',
  'display_taxes',
  'offer_discounts',
  'voucher_discounts',
  'offer_ids',
  'voucher_codes',
  'original_shipping_excl_tax',
  'original_shipping_incl_tax',
  'original_total_discount',
  'original_total_excl_tax',
  'original_total_incl_tax',
  'total_cost',
  'total_discount',
  'total_excl_tax',
  'total_incl_tax',
  'total_tax',
  'total_outstanding',
  'virtual_paid',
  'report_values',
  'status_token',
  'has_split_fulfillment',
  'location_ids',
  'product_ids',
  'skus',
  'date_placed',
]

const LINE_COLUMNS = [
  'position',
  'product_id',
  'variant_id',
  'product_title',
  'variant_title',
  'sku',
  'product_image',
  'product_url',
  'currency',
  'quantity',
  'removed_quantity',
  'fulfilled_quantity',
  'editable_quantity',
  'unit_price',
  'placed_quantity',
  'placed_discount',
  'placed_discounts',
  'rates',
  'price_excl_tax',
  'price_incl_tax',
  'total_discount',
  'original_price_excl_tax',
  'original_price_incl_tax',
  'original_total_discount',
  'unit_cost',
  'total_cost',
  'tax_lines',
  'report_values',
  'is_upsell',
  'is_gift_card',
  'requires_shipping',
  'tracked',
  'subscription',
  'properties',
  'metadata',
]

const orderColumns = names(ORDER_COLUMNS)
const lineColumns = names(LINE_COLUMNS)

async function insertOrder(
  db: Queryable,
  store_id: number,
  { order, lines }: OrderDraft,
  customer_id: number | null,
): Promise<void> {
  await run(
    db,
    sql`
    with placed as (
      insert into orders (store_id, customer_id, shipping_address, billing_address, ${orderColumns})
      select ${store_id}, ${customer_id}, ${withId('shipping_address')}, ${withId('billing_address')}, ${orderColumns}
      from jsonb_populate_record(null::orders, ${json(order)}::jsonb) o
    )
    insert into order_lines (store_id, order_number, ${lineColumns})
    select ${store_id}, ${order.number}, ${lineColumns}
    from jsonb_populate_recordset(null::order_lines, ${json(lines)}::jsonb)`,
  )
}

function names(columns: readonly string[]): Sql {
  return join(columns.map(column => raw(column)))
}

function withId(column: string): Sql {
  return sql`case when ${raw(`o.${column}`)} is not null then jsonb_build_object('id', nextval('order_address_ids')) || ${raw(`o.${column}`)} end`
}
