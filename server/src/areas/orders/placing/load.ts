import type { Store } from '../../../platform/caller.ts'
import { one, type Queryable, type Sql, sql } from '../../../platform/sql.ts'
import { dayOf } from '../../../platform/time.ts'
import type { Known } from './known.ts'

export interface Wanted {
  product_ids: number[]
  currency: string | null
  user: { id: number | null; email: string | null; phone_number: string | null } | null
  countries: string[]
  offer_ids: number[]
  voucher_codes: string[]
  agent_id: number | null
  date_placed: Date
}

/** Everything that placing an order depends on, read at once. */
export function loadKnown(db: Queryable, store: Store, wanted: Wanted): Promise<Known> {
  const id = store.id
  return one<Known>(
    db,
    sql`
    with shop as (
      select s.*, coalesce(${wanted.currency}::text, first.code) as order_currency, first.code as first_currency
      from stores s join store_currencies first on first.store_id = s.id and first.position = 0 where s.id = ${id}
    ), buyer as (${buyer(id, wanted.user)})
    select nextval(format('order_numbers_%s', shop.id)::regclass) as number,
      json_build_object(
        'currency', shop.order_currency, 'first_currency', shop.first_currency, 'reporting_currency', shop.reporting_currency,
        'prices_include_tax', (select c.prices_include_tax from store_currencies c where c.store_id = shop.id and c.code = shop.order_currency),
        'charge_tax_on_digital', shop.charge_tax_on_digital, 'cart_max_item_quantity', shop.cart_max_item_quantity,
        'cart_coupon_limit', shop.cart_coupon_limit, 'prevent_duplicate_orders', shop.prevent_duplicate_orders,
        'status_key', encode(shop.status_key, 'hex'),
        'report_rate', exchange_rate(shop.id, shop.order_currency, shop.reporting_currency, ${dayOf(wanted.date_placed, store.timezone)}::date)::text,
        'first_currency_rate', exchange_rate(shop.id, shop.first_currency, shop.order_currency, current_date)::text) as settings,
      (select to_json(b) from (select buyer.*,
          coalesce((select json_agg(a order by a.id) from customer_addresses a where a.store_id = ${id} and a.customer_id = buyer.id), '[]') as addresses
        from buyer) b) as customer,
      exists (select from block_entries where store_id = ${id} and kind = 'email'
        and value = coalesce((select email from buyer), ${wanted.user?.email ?? null})) as is_blocked,
      (select json_build_object('id', a.id) from customers a where a.store_id = ${id} and a.id = ${wanted.agent_id} and a.user_type = 'dashboard') as agent,
      ${variants(id, wanted.product_ids)} as variants,
      ${taxRegions(id, wanted.countries)} as tax_regions,
      coalesce((select json_agg(json_build_object('id', m.id, 'code', m.code, 'name', m.name, 'is_public', m.is_public, 'countries', m.countries,
          'prices', coalesce((select json_agg(json_build_object('currency', p.currency, 'price', p.price_per_order::text))
            from shipping_method_prices p where p.store_id = m.store_id and p.shipping_method_id = m.id), '[]')))
        from shipping_methods m where m.store_id = ${id}), '[]') as shipping_methods,
      coalesce((select json_agg(json_build_object('id', l.id, 'country', l.address ->> 'country', 'state', l.address ->> 'state',
          'postcode', l.address ->> 'postcode', 'address', l.address, 'allowed_destination_countries', l.allowed_destination_countries,
          'is_default', l.is_default))
        from locations l where l.store_id = ${id} and l.deleted_at is null), '[]') as locations,
      ${offers(id, wanted)} as offers,
      ${vouchers(id, wanted.voucher_codes)} as vouchers,
      coalesce((select json_agg(json_build_object('object', d.object, 'key', d.key, 'type', d.type, 'validations', d.validations))
        from metadata_definitions d where d.store_id = ${id} and d.object in ('order', 'line', 'attribution', 'customer')), '[]') as definitions
    from shop`,
  )
}

function buyer(id: number, user: Wanted['user']): Sql {
  const match =
    user?.id != null
      ? sql`c.id = ${user.id}`
      : user?.email
        ? sql`c.email = ${user.email}`
        : user?.phone_number
          ? sql`c.email is null and c.phone_number = ${user.phone_number}`
          : sql`false`
  return sql`select c.* from customers c where c.store_id = ${id} and ${match}`
}

function variants(id: number, product_ids: number[]): Sql {
  return sql`coalesce((
    select json_agg(json_build_object(
      'id', v.id, 'asked_id', asked.id, 'product_id', v.product_id, 'title', v.title, 'sku', coalesce(v.sku, ''),
      'product_title', p.title, 'slug', p.slug, 'track_stock', v.track_stock, 'allow_backorders', v.allow_backorders,
      'requires_shipping', v.requires_shipping, 'unit_cost', coalesce(v.unit_cost, 0)::numeric(12,2)::text, 'charge_tax', p.charge_tax,
      'is_discountable', p.is_discountable, 'is_gift_card', p.is_gift_card, 'enable_subscription', p.enable_subscription,
      'price', price.price::text, 'subscription_price', price.subscription::text,
      'category_ids', array(select pc.category_id from product_categories pc where pc.store_id = ${id} and pc.product_id = p.id order by 1),
      'image', case when v.image_id is not null
        then (select i.path from product_images i where i.store_id = ${id} and i.id = v.image_id)
        else (select i.path from product_images i where i.store_id = ${id} and i.product_id = v.product_id order by i.display_order, i.id limit 1) end,
      'stock', coalesce((select json_agg(json_build_object('stock_record_id', s.id, 'location_id', s.location_id, 'net', s.num_in_stock - s.num_allocated))
        from stock_records s join locations l on l.store_id = s.store_id and l.id = s.location_id and l.deleted_at is null
        where s.store_id = ${id} and s.variant_id = v.id), '[]')))
    from shop cross join unnest(${product_ids}::bigint[]) asked (id)
    cross join lateral (
      select * from variants where store_id = ${id} and id = asked.id and deleted_at is null
      union all
      select * from variants where store_id = ${id} and product_id = asked.id and deleted_at is null ${eachByItself}) v
    cross join lateral (
      select * from products where store_id = ${id} and id = v.product_id and deleted_at is null ${eachByItself}) p
    left join lateral (
      select * from variant_prices where store_id = ${id} and variant_id = v.id and currency = shop.order_currency ${eachByItself}) price on true), '[]')`
}

// Looks rows up one by one through their index: without statistics, right after an import, the planner would rather read the whole table.
const eachByItself = sql`offset 0`

function taxRegions(id: number, countries: string[]): Sql {
  return sql`coalesce((
    select json_agg(json_build_object('country', r.country, 'enabled', r.enabled,
      'rates', coalesce((select json_agg(json_build_object('id', t.id, 'state', t.state, 'percent', trim_scale(t.percent)::text,
          'display_name', t.display_name, 'apply_to_shipping', t.apply_to_shipping, 'compound', t.compound))
        from tax_rates t where t.store_id = r.store_id and t.tax_region_id = r.id), '[]'),
      'overrides', coalesce((select json_agg(json_build_object('id', t.id, 'category_id', t.category_id,
          'percent', trim_scale(t.percent)::text, 'display_name', t.display_name))
        from tax_overrides t where t.store_id = r.store_id and t.tax_region_id = r.id), '[]')))
    from tax_regions r where r.store_id = ${id}
      and (r.country = any (${countries}) or r.country in (
        select a.country from buyer join customer_addresses a on a.store_id = ${id} and a.customer_id = buyer.id
        where a.is_default_for_shipping or a.is_default_for_billing))), '[]')`
}

const range = (column: Sql): Sql => sql`(select json_build_object('all_products', r.all_products, 'product_ids', r.product_ids,
  'category_ids', r.category_ids) from ranges r where r.store_id = o.store_id and r.id = ${column})`

function offers(id: number, { offer_ids, voucher_codes }: Wanted): Sql {
  if (offer_ids.length === 0 && voucher_codes.length === 0) return sql`'[]'::json`
  return sql`coalesce((
    select json_agg(json_build_object('id', o.id, 'kind', o.kind, 'name', o.name, 'description', o.description, 'currency', o.currency,
      'priority', o.priority, 'exclusive', o.exclusive, 'status', o.status, 'start_at', o.start_at, 'end_at', o.end_at,
      'max_cart_applications', o.max_cart_applications, 'max_user_applications', o.max_user_applications,
      'max_global_applications', o.max_global_applications, 'max_total_discount', o.max_total_discount::text,
      'used_applications', o.used_applications, 'used_discount', o.used_discount::text, 'only_subscription', o.only_subscription,
      'condition', json_build_object('type', o.condition_type, 'value', trim_scale(o.condition_value)::text, 'range', ${range(sql`o.condition_range_id`)}),
      'benefit', json_build_object('type', o.benefit_type, 'value', trim_scale(o.benefit_value)::text, 'range', ${range(sql`o.benefit_range_id`)},
        'max_affected_items', o.max_affected_items),
      'combinations', array(select case when c.offer_id = o.id then c.other_offer_id else c.offer_id end from offer_combinations c
        where c.store_id = o.store_id and o.id in (c.offer_id, c.other_offer_id)),
      'used_by_customer', coalesce((select u.applications from offer_uses u join buyer on u.customer_id = buyer.id
        where u.store_id = o.store_id and u.offer_id = o.id), 0)))
    from offers o where o.store_id = ${id} and (o.id = any (${offer_ids}::bigint[]) or o.id in (
      select vo.offer_id from voucher_offers vo join vouchers v on v.store_id = vo.store_id and v.id = vo.voucher_id
      where vo.store_id = ${id} and upper(v.code) = any (${voucher_codes})))), '[]')`
}

function vouchers(id: number, codes: string[]): Sql {
  if (codes.length === 0) return sql`'[]'::json`
  return sql`coalesce((
    select json_agg(json_build_object('id', v.id, 'name', v.name, 'code', v.code, 'usage', v.usage, 'num_orders', v.num_orders,
      'start_datetime', v.start_datetime, 'end_datetime', v.end_datetime,
      'offer_ids', array(select vo.offer_id from voucher_offers vo where vo.store_id = v.store_id and vo.voucher_id = v.id),
      'used_by_customer', exists (select from voucher_uses u join buyer on u.customer_id = buyer.id
        where u.store_id = v.store_id and u.voucher_id = v.id)))
    from vouchers v where v.store_id = ${id} and upper(v.code) = any (${codes})), '[]')`
}
