// What the same answers cost at least: bare node:http and pg, one statement a request, no token, no validation, no rules.
import { createServer, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import pg from 'pg'

const STORE = 1
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20, options: '-c jit=off' })

const words = (names: string) => names.split(/\s+/)
const time = (column: string) => `to_json(${column} at time zone 'UTC') #>> '{}' || 'Z'`
const times = (columns: string[], of: string) => columns.map(name => `${time(`${of}.${name}`)} as ${name}`).join(', ')
const amounts = (columns: string[], of: string) => columns.map(name => `${of}.${name}::text`).join(', ')
const list = (rows: string) => `coalesce((select json_agg(shown) from (${rows}) shown), '[]')`
const same = (columns: string[], of: string) =>
  `jsonb_build_object('currency', ${of}.currency, ${columns.map(name => `'${name}', ${of}.${name}::text`).join(', ')})`

const LINE_AMOUNTS = words(`original_price_excl_tax original_price_incl_tax original_total_discount price_excl_tax price_incl_tax
  total_cost total_discount unit_cost`)
const ORIGINALS = words(`original_shipping_excl_tax original_shipping_incl_tax original_total_discount original_total_excl_tax
  original_total_incl_tax`)
const TOTALS = words('total_cost total_discount total_excl_tax total_incl_tax')
const ATTRIBUTION = words(`metadata affiliate funnel gclid subaffiliate1 subaffiliate2 subaffiliate3 subaffiliate4 subaffiliate5
  utm_campaign utm_content utm_medium utm_source utm_term`)

const summary = `o.number::text, ${times(['created_at', 'updated_at', 'date_placed'], 'o')}, o.currency, o.display_taxes, o.fulfillment_status,
  o.payment_status, o.status, o.is_test, o.metadata, o.source,
  'https://harbour-lights.example.com/order-status/' || o.number || '/' || o.status_token || '/' as order_status_url, o.shipping_code, o.shipping_method,
  ${amounts(['shipping_tax', 'shipping_excl_tax', 'shipping_incl_tax', ...ORIGINALS, ...TOTALS, 'total_outstanding', 'total_tax'], 'o')},
  (select row_to_json(shown) from (select c.id, c.email, c.first_name, c.last_name, c.phone_number, c.language, c.accepts_marketing, c.ip, c.user_agent
    from customers c where c.store_id = o.store_id and c.id = o.customer_id) shown) as "user"`

const share = (amount: string) =>
  `coalesce(round(${amount} * i.quantity / nullif(l.quantity - l.removed_quantity - l.refunded_quantity, 0), 2), 0)::numeric(14,2)::text`
const parcelLines = list(`
  select i.id, i.order_line_id, l.product_id, l.currency, coalesce(a.name, 'manual') as fulfillment_service, l.product_title,
    l.sku, i.quantity::text as fulfilled_quantity, (i.quantity - i.refunded_quantity)::text as returnable_quantity,
    i.returned_quantity::text, i.quantity, ${share('l.price_excl_tax')} as price_excl_tax, ${share('l.price_incl_tax')} as price_incl_tax,
    ${share('l.total_discount')} as total_discount, l.product_image, l.requires_shipping, ${list(`
      select t.rate, t.source, t.tax_id, t.tax_title, t.currency, ${share('t.amount')} as amount, jsonb_build_object(
        'currency', t.report_values -> 'currency', 'amount', ${share(`(t.report_values ->> 'amount')::numeric`)}) as report_values
      from jsonb_to_recordset(l.tax_lines) t (rate jsonb, source text, tax_id bigint, tax_title text, currency text, amount numeric, report_values jsonb)`)} as tax_lines, l.properties
  from fulfillment_lines i join order_lines l on l.store_id = i.store_id and l.id = i.order_line_id
  where i.store_id = f.store_id and i.fulfillment_id = f.id order by i.id`)
const tracking = words('carrier code link').map(
  key => `
  coalesce(f.tracking -> 0 ->> '${key}', '') as tracking_${key},
  coalesce((select string_agg(t ->> '${key}', ',') from jsonb_array_elements(f.tracking) t), '') as tracking_${key}s`,
)
const fulfillments = list(`
  select f.id, f.location_id, f.order_number::text, ${times(['created_at', 'delivered_at', 'last_event_date', 'processing_at'], 'f')},
    f.delivery_status, f.requires_shipping, f.shipping_method, f.status, ${tracking.join(', ')}, f.origin_address, ${parcelLines} as line_items
  from fulfillments f join locations p on p.store_id = f.store_id and p.id = f.location_id left join apps a on a.store_id = p.store_id and a.id = p.app_id
  where f.store_id = o.store_id and f.order_number = o.number order by f.id`)
const transactions = list(`
  select t.id, t.amount::text, t.auth_code, t.currency, ${times(['date_created'], 't')}, t.external_id,
    t.is_disputed, t.is_external, t.is_initial_retry, t.is_test, t.network_transaction_id, t.parent_id, json_build_object(
      'bankcard_first_six', t.card_first_six, 'bankcard_last_four', t.card_last_four, 'card_token', t.card_token,
      'gateway', (select json_build_object('id', g.id, 'name', g.name, 'type', g.gateway_type) from gateways g where g.store_id = t.store_id and g.id = t.gateway_id),
      'is_3ds', t.is_3ds, 'optimized_3ds', t.optimized_3ds, 'paypal_vault_id', t.paypal_vault_id, 'sca_flow', t.sca_flow) as payment_details,
    t.payment_method, t.report_values, t.response_code, t.statement_descriptor, t.status, t.type from transactions t where t.store_id = o.store_id
    and t.order_number = o.number and t.status <> '' order by t.id`)
// No order of the benchmark has any, so looking for them is all that they cost.
const refunds = list('select r.* from refunds r where r.store_id = o.store_id and r.order_number = o.number order by r.id')

const order = (lines: string) => `(select row_to_json(shown) from (select ${summary}, json_build_object(
    'agent', (select json_build_object('id', a.id, 'email', a.email, 'first_name', a.first_name, 'last_name', a.last_name)
      from customers a where a.store_id = o.store_id and a.id = o.agent_id),
    ${ATTRIBUTION.map(key => `'${key}', o.attribution -> '${key}'`).join(', ')}) as attribution,
  o.billing_address, o.shipping_address, ${fulfillments} as fulfillments, ${list(`
    select l.id, ${times(['created_at', 'updated_at'], 'l')}, l.currency, l.quantity - l.removed_quantity - l.refunded_quantity as current_quantity,
      case when o.status = 'open' then l.editable_quantity else 0 end as editable_quantity,
      l.quantity - l.removed_quantity - l.fulfilled_quantity as fulfillable_quantity, l.quantity, l.is_gift_card, l.is_upsell, l.requires_shipping,
      l.metadata, ${amounts(LINE_AMOUNTS, 'l')}, l.product_id, l.variant_id, l.product_image, l.product_url, l.product_title, l.variant_title,
      l.sku, l.tax_lines, l.report_values, l.properties
    from ${lines} l where l.store_id = o.store_id and l.order_number = o.number order by l.position`)} as lines,
  ${refunds} as refunds, ${transactions} as transactions, o.tags, o.subscription_lifecycle,
  '[]'::json as subscriptions, o.can_upsell and o.status <> 'canceled' as supports_post_purchase_upsells,
  o.offer_discounts, o.voucher_discounts, o.shipping_tax_lines, o.tax_lines, o.report_values) shown)::text as json`

const taxLine = (id: string, amount: string) => `
  jsonb_build_array(jsonb_build_object('${id}', w.tax_id, 'rate', w.percent / 100, 'amount', (${amount})::text,
  'source', 'builtin', 'currency', w.currency, 'tax_title', w.tax_title, 'report_values', jsonb_build_object('amount', (${amount})::text, 'currency', w.currency)))`
const LINE_COLUMNS = `store_id, position, product_id, variant_id, product_title, variant_title, sku, product_image, product_url, currency,
  quantity, editable_quantity, placed_quantity, unit_price, ${LINE_AMOUNTS.join(', ')}, requires_shipping, tracked`
const ORDER_COLUMNS = `store_id, number, currency, shipping_code, shipping_method, shipping_price, shipping_excl_tax, shipping_incl_tax,
  shipping_tax, ${ORIGINALS.join(', ')}, ${TOTALS.join(', ')}, total_tax, total_outstanding, product_ids, skus`

const create = `with s as (
    select s.id as store_id, nextval('order_numbers_' || s.id) as number, c.code as currency, m.code as shipping_code, m.name as shipping_method,
      p.price_per_order as ship, t.id as tax_id, t.percent, t.display_name as tax_title, a.id as location_id, s.primary_domain
    from stores s join store_currencies c on c.store_id = s.id and c.position = 0
      join shipping_methods m on m.store_id = s.id join shipping_method_prices p on p.store_id = s.id and p.shipping_method_id = m.id and p.currency = c.code
      join locations a on a.store_id = s.id and a.is_default join tax_regions r on r.store_id = s.id and r.country = $2::jsonb #>> '{shipping_address,country}' join tax_rates t on t.store_id = s.id and t.tax_region_id = r.id
    where s.id = $1), w as materialized (
    select s.*, (x.n - 1)::integer as position, p.id as product_id, v.id as variant_id, p.title as product_title, v.title as variant_title,
      coalesce(v.sku, '') as sku, i.path as product_image, 'https://' || s.primary_domain || '/products/' || p.slug || '-' || p.id || '/' as product_url,
      q as quantity, q as editable_quantity, q as placed_quantity, c.price as unit_price, c.price * q as price_excl_tax, c.price * q as original_price_excl_tax,
      round(c.price * q * (1 + s.percent / 100), 2) as price_incl_tax, round(c.price * q * (1 + s.percent / 100), 2) as original_price_incl_tax,
      0.00 as total_discount, 0.00 as original_total_discount, v.unit_cost, v.unit_cost * q as total_cost, v.requires_shipping, v.track_stock as tracked
    from s, jsonb_array_elements($2::jsonb -> 'lines') with ordinality x (l, n), cast(x.l ->> 'quantity' as integer) q, variants v
      join products p on p.store_id = v.store_id and p.id = v.product_id join variant_prices c on c.store_id = v.store_id and c.variant_id = v.id
      left join product_images i on i.store_id = v.store_id and i.id = v.image_id
    where v.store_id = $1 and v.id = (x.l ->> 'product_id')::bigint and c.currency = s.currency), g as (
    select s.*, a.*, a.excl as original_total_excl_tax, a.excl as total_excl_tax, a.incl as original_total_incl_tax, a.incl as total_incl_tax,
      a.incl as total_outstanding, a.incl - a.excl as total_tax, ship as shipping_price, ship as shipping_excl_tax, ship as original_shipping_excl_tax,
      a.shipping_incl as shipping_incl_tax, a.shipping_incl as original_shipping_incl_tax, a.shipping_incl - ship as shipping_tax,
      0.00 as original_total_discount, 0.00 as total_discount
    from s, (select max(shipping_incl) as shipping_incl, sum(price_excl_tax) + max(ship) as excl, sum(price_incl_tax) + max(shipping_incl) as incl,
        sum(w.total_cost) as total_cost, array_agg(product_id) || array_agg(variant_id) as product_ids, array_agg(sku) as skus
      from w, lateral (select round(w.ship * (1 + w.percent / 100), 2) as shipping_incl) r) a), o as (
    insert into orders (${ORDER_COLUMNS}, report_values, tax_lines, shipping_tax_lines, display_taxes, customer_id, shipping_address, billing_address, status, fulfillment_status,
      payment_status, source, payment_method, prices_include_tax, report_currency, report_rate, location_ids, status_token, date_placed)
    select ${ORDER_COLUMNS}, ${same(['shipping_excl_tax', 'shipping_incl_tax', ...ORIGINALS, ...TOTALS], 'w')}, ${taxLine('id', 'w.total_tax')},
      ${taxLine('tax_id', 'w.shipping_tax')}, tax_title, (select c.id from customers c where c.store_id = $1 and c.email = $2::jsonb #>> '{user,email}'),
      $2::jsonb -> 'shipping_address' || jsonb_build_object('id', nextval('order_address_ids'), 'line2', '', 'line3', '', 'notes', ''),
      $2::jsonb -> 'shipping_address' || jsonb_build_object('id', nextval('order_address_ids'), 'line2', '', 'line3', ''), 'open', 'unfulfilled',
      'pending', 'admin_api', 'external', false, currency, 1, array[location_id], md5(random()::text), now() from g w returning *), l as (
    insert into order_lines (${LINE_COLUMNS}, order_number, report_values, tax_lines)
    select ${LINE_COLUMNS}, number, ${same(LINE_AMOUNTS, 'w')}, ${taxLine('tax_id', 'w.price_incl_tax - w.price_excl_tax')} from w returning *), f as (
    insert into fulfillment_orders (store_id, order_number, location_id, status, request_status, requires_shipping)
    select store_id, number, location_id, 'open', 'pending', true from s returning id, location_id), fl as (
    insert into fulfillment_order_lines (store_id, fulfillment_order_id, order_line_id, quantity, stock_record_id, tracked)
    select $1, f.id, l.id, l.quantity, r.id, l.tracked from l, f, stock_records r
    where r.store_id = $1 and r.variant_id = l.variant_id and r.location_id = f.location_id) select ${order('l')} from o`

const change = `with o as (update orders o set tags = array(select jsonb_array_elements_text($3::jsonb -> 'tags')), version = version + 1, updated_at = now()
  where store_id = $1 and number = $2 returning *) select ${order('order_lines')} from o`
const read = `select ${order('order_lines')} from orders o where o.store_id = $1 and o.number = $2`
const page = (condition: string) => `
  select json_build_object('next', 'null', 'previous', null, 'results', json_agg(shown))::text as json
  from (select ${summary} from orders o where o.store_id = $1${condition} order by o.number desc limit 50) shown`

async function answer(reply: ServerResponse, status: number, name: string, statement: string, values: unknown[]) {
  const { json } = (await pool.query({ name, text: statement, values })).rows[0]
  reply.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(json) }).end(json)
}

createServer(async (request, reply) => {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const number = url.pathname.split('/')[4]
  if (url.pathname === '/healthz') return reply.end('ok')
  if (request.method === 'POST') return answer(reply, 201, 'create', create, [STORE, await text(request)])
  if (request.method === 'PATCH') return answer(reply, 200, 'change', change, [STORE, number, await text(request)])
  if (number) return answer(reply, 200, 'read', read, [STORE, number])
  const conditions = [...url.searchParams.keys()].map((key, index) => ` and o.${key} = $${index + 2}`).join('')
  return answer(reply, 200, `page ${url.searchParams.size}`, page(conditions), [STORE, ...url.searchParams.values()])
}).listen(Number(process.env.PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit())
