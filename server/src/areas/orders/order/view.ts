import type { Store } from '../../../platform/caller.ts'
import { iso, type Sql, sql } from '../../../platform/sql.ts'
import { fulfillmentsView } from '../../fulfillment/fulfillment/view.ts'
import { transactionsView } from '../../payments/transaction/view.ts'
import { refundsView } from '../refund/view.ts'
import { ATTRIBUTION_TEXTS } from './contract.ts'

/** The customer `c` as a summary, null without one. */
const userSummary = sql`case when c.id is null then null else json_build_object(
  'id', c.id, 'email', c.email, 'first_name', c.first_name, 'last_name', c.last_name, 'phone_number', c.phone_number,
  'language', c.language, 'accepts_marketing', c.accepts_marketing, 'ip', c.ip, 'user_agent', c.user_agent) end`

const attributionTexts: Sql = ATTRIBUTION_TEXTS.map(name => sql`${name}::text, o.attribution -> ${name}`).reduce(
  (all, one) => sql`${all}, ${one}`,
)

const attribution = sql`json_build_object(
  'agent', (select json_build_object('id', a.id, 'email', a.email, 'first_name', a.first_name, 'last_name', a.last_name)
    from customers a where a.store_id = o.store_id and a.id = o.agent_id),
  'metadata', o.attribution -> 'metadata', ${attributionTexts})`

/** What lists and single orders both show, as columns; needs the order as `o`. */
const listColumns = ({ timezone, primary_domain }: Store): Sql => sql`
  o.number::text as number,
  ${iso(sql`o.created_at`, timezone)} as created_at,
  ${iso(sql`o.updated_at`, timezone)} as updated_at,
  ${iso(sql`o.date_placed`, timezone)} as date_placed,
  o.currency, o.display_taxes, o.fulfillment_status, o.payment_status, o.status, o.is_test, o.metadata, o.source,
  ${`https://${primary_domain}/order-status/`}::text || o.number || '/' || o.status_token || '/' as order_status_url,
  o.shipping_code, o.shipping_method,
  o.shipping_tax::text, o.shipping_excl_tax::text, o.shipping_incl_tax::text,
  o.original_shipping_excl_tax::text, o.original_shipping_incl_tax::text, o.original_total_discount::text,
  o.original_total_excl_tax::text, o.original_total_incl_tax::text,
  o.total_cost::text, o.total_discount::text, o.total_excl_tax::text, o.total_incl_tax::text,
  o.total_outstanding::text, o.total_tax::text,
  ${userSummary} as "user"`

const lines = (timezone: string): Sql => sql`coalesce((
  select json_agg(json_build_object(
    'id', l.id,
    'created_at', ${iso(sql`l.created_at`, timezone)},
    'updated_at', ${iso(sql`l.updated_at`, timezone)},
    'currency', l.currency,
    'current_quantity', l.quantity - l.removed_quantity - l.refunded_quantity,
    'editable_quantity', case when o.status = 'open' then l.editable_quantity else 0 end,
    'fulfillable_quantity', l.quantity - l.removed_quantity - l.fulfilled_quantity,
    'quantity', l.quantity,
    'is_gift_card', l.is_gift_card,
    'is_upsell', l.is_upsell,
    'requires_shipping', l.requires_shipping,
    'metadata', l.metadata,
    'original_price_excl_tax', l.original_price_excl_tax::text,
    'original_price_incl_tax', l.original_price_incl_tax::text,
    'original_total_discount', l.original_total_discount::text,
    'price_excl_tax', l.price_excl_tax::text,
    'price_incl_tax', l.price_incl_tax::text,
    'total_cost', l.total_cost::text,
    'total_discount', l.total_discount::text,
    'unit_cost', l.unit_cost::text,
    'product_id', l.product_id,
    'variant_id', l.variant_id,
    'product_image', l.product_image,
    'product_url', l.product_url,
    'product_title', l.product_title,
    'variant_title', l.variant_title,
    'sku', l.sku,
    'tax_lines', l.tax_lines,
    'report_values', l.report_values,
    'properties', l.properties) order by l.position)
  from order_lines l where l.store_id = o.store_id and l.order_number = o.number), '[]'::json)`

const source = sql`from orders o left join customers c on c.store_id = o.store_id and c.id = o.customer_id`

/** One order in the contract's shape, and its version. */
export function orderView(store: Store, number: number): Sql {
  const ofOrder = (alias: Sql) => sql`${alias}.store_id = o.store_id and ${alias}.order_number = o.number`
  return sql`
  select o.version, (select row_to_json(shown) from (select ${listColumns(store)},
    ${attribution} as attribution,
    o.billing_address, o.shipping_address,
    ${fulfillmentsView(ofOrder(sql`f`), store.timezone)} as fulfillments,
    ${lines(store.timezone)} as lines,
    ${refundsView(ofOrder(sql`r`), store.timezone)} as refunds,
    ${transactionsView(sql`${ofOrder(sql`t`)} and t.status <> ''`, store.timezone)} as transactions,
    o.tags, o.subscription_lifecycle,
    '[]'::json as subscriptions,
    o.can_upsell and o.status <> 'canceled' as supports_post_purchase_upsells,
    o.offer_discounts, o.voucher_discounts, o.shipping_tax_lines, o.tax_lines, o.report_values) shown)::text as json
  ${source} where o.store_id = ${store.id} and o.number = ${number}`
}

/** The orders of a list that meet conditions on `o` and `c`, one text an order. */
export function orderListView(store: Store, conditions: Sql, ordered: Sql): Sql {
  return sql`
  select o.number as position, (select row_to_json(shown) from (select ${listColumns(store)}) shown)::text as json
  ${source} where o.store_id = ${store.id} and ${conditions} ${ordered}`
}
