import { iso, type Sql, sql } from '../../../platform/sql.ts'

/** The share of `units` in an amount of the order line `l`; informational, so each part is rounded on its own. */
const share = (amount: Sql, units: Sql): Sql => sql`(case
  when l.quantity - l.removed_quantity - l.refunded_quantity = 0 then 0.00
  else round(${amount} * ${units} / (l.quantity - l.removed_quantity - l.refunded_quantity), 2) end)::numeric(14,2)::text`

/** The tax lines of the order line `l` for `units` of it. */
export const sharedTaxLines = (units: Sql): Sql => sql`coalesce((
  select jsonb_agg(tax || jsonb_build_object(
    'amount', ${share(sql`(tax ->> 'amount')::numeric`, units)},
    'report_values', jsonb_build_object('currency', tax #> '{report_values,currency}',
      'amount', ${share(sql`(tax #>> '{report_values,amount}')::numeric`, units)})))
  from jsonb_array_elements(l.tax_lines) tax), '[]'::jsonb)`

/** The fulfillments that meet a condition on `f`, as a JSON array, oldest first. */
export function fulfillmentsView(condition: Sql, zone: string): Sql {
  return sql`coalesce((
    select json_agg(${fulfillmentObject(zone)} order by f.id)
    from fulfillments f
    join locations place on place.store_id = f.store_id and place.id = f.location_id
    left join apps app on app.store_id = place.store_id and app.id = place.app_id
    where ${condition}), '[]'::json)`
}

const joined = (key: string): Sql =>
  sql`coalesce((select string_agg(parcel ->> ${key}, ',') from jsonb_array_elements(f.tracking) parcel), '')`
const first = (key: string): Sql => sql`coalesce(f.tracking -> 0 ->> ${key}, '')`

/** One fulfillment; needs `f`, its location as `place` and the location's app as `app` in scope. */
function fulfillmentObject(zone: string): Sql {
  return sql`json_build_object(
    'id', f.id,
    'location_id', f.location_id,
    'order_number', f.order_number::text,
    'created_at', ${iso(sql`f.created_at`, zone)},
    'delivered_at', ${iso(sql`f.delivered_at`, zone)},
    'last_event_date', ${iso(sql`f.last_event_date`, zone)},
    'processing_at', ${iso(sql`f.processing_at`, zone)},
    'delivery_status', f.delivery_status,
    'requires_shipping', f.requires_shipping,
    'shipping_method', f.shipping_method,
    'status', f.status,
    'tracking_carrier', ${first('carrier')},
    'tracking_carriers', ${joined('carrier')},
    'tracking_code', ${first('code')},
    'tracking_codes', ${joined('code')},
    'tracking_link', ${first('link')},
    'tracking_links', ${joined('link')},
    'origin_address', f.origin_address,
    'line_items', coalesce((
      select json_agg(json_build_object(
        'id', i.id,
        'order_line_id', i.order_line_id,
        'product_id', l.product_id,
        'currency', l.currency,
        'fulfillment_service', coalesce(app.name, 'manual'),
        'product_title', l.product_title,
        'sku', l.sku,
        'fulfilled_quantity', i.quantity::text,
        'returnable_quantity', (i.quantity - i.refunded_quantity)::text,
        'returned_quantity', i.returned_quantity::text,
        'quantity', i.quantity,
        'price_excl_tax', ${share(sql`l.price_excl_tax`, sql`i.quantity`)},
        'price_incl_tax', ${share(sql`l.price_incl_tax`, sql`i.quantity`)},
        'total_discount', ${share(sql`l.total_discount`, sql`i.quantity`)},
        'product_image', l.product_image,
        'requires_shipping', l.requires_shipping,
        'tax_lines', ${sharedTaxLines(sql`i.quantity`)},
        'properties', l.properties) order by i.id)
      from fulfillment_lines i
      join order_lines l on l.store_id = i.store_id and l.id = i.order_line_id
      where i.store_id = f.store_id and i.fulfillment_id = f.id), '[]'::json))`
}

/** The fulfillments that meet a condition on `f`, one text each. */
export function fulfillmentView(condition: Sql, zone: string): Sql {
  return sql`
    select ${fulfillmentObject(zone)}::text as json
    from fulfillments f
    join locations place on place.store_id = f.store_id and place.id = f.location_id
    left join apps app on app.store_id = place.store_id and app.id = place.app_id
    where ${condition}`
}
