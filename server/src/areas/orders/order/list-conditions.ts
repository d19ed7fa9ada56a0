import type { Store } from '../../../platform/caller.ts'
import { join, json, raw, type Sql, sql } from '../../../platform/sql.ts'
import { startOfDay, startOfNextDay } from '../../../platform/time.ts'
import { ATTRIBUTION_FILTERS, type OrderFilters } from './list-filters.ts'

/** The filters of an order list as conditions on `o`, in a form that its indexes can answer. */
export function meeting(filters: OrderFilters, store: Store): Sql {
  const met = [
    ...columns(filters),
    ...arrays(filters),
    ...flags(filters),
    ...days(filters, store),
    ...texts(filters, store),
    ...origins(filters, store),
  ]
  return met.length === 0 ? sql`true` : join(met, ' and ')
}

/** A condition for a filter that was given. */
const given = <Value>(value: Value | undefined, condition: (value: Value) => Sql): Sql[] =>
  value === undefined ? [] : [condition(value)]

const NUMBER = /^[1-9]\d{0,14}$/

function columns({ order_number, currency, subscription_lifecycle, ...filters }: OrderFilters): Sql[] {
  const any = (column: string, values: readonly string[] | undefined) =>
    given(values, words => sql`${raw(column)} = any(${words})`)
  return [
    ...given(order_number, number => (NUMBER.test(number) ? sql`o.number = ${Number(number)}` : sql`false`)),
    ...given(currency, code => sql`o.currency = ${code.toUpperCase()}`),
    ...any('o.status', filters.status),
    ...any('o.payment_method', filters.payment_method),
    ...any('o.payment_status', filters.payment_status),
    ...any('o.source', filters.sources),
    ...given(filters.countries, codes => sql`o.shipping_country = any(${codes.map(code => code.toUpperCase())})`),
    ...given(filters.fulfillment_status, fulfillmentStatuses),
    // Written out, because a parameter would hide the partial index.
    ...given(subscription_lifecycle, word =>
      word === 'recurring' ? sql`o.subscription_lifecycle = 'recurring'` : sql`o.subscription_lifecycle <> 'recurring'`,
    ),
  ]
}

function fulfillmentStatuses(words: readonly string[]): Sql {
  const stored = words.filter(word => word !== 'partially_fulfilled')
  if (stored.length === words.length) return sql`o.fulfillment_status = any(${stored})`
  return stored.length === 0 ? sql`o.partially_fulfilled` : sql`(o.partially_fulfilled or o.fulfillment_status = any(${stored}))`
}

// Each repeats the condition of its partial index.
function arrays(filters: OrderFilters): Sql[] {
  const ids = (texts: readonly string[]) => texts.filter(text => NUMBER.test(text)).map(Number)
  return [
    ...given(filters.product, wanted => sql`o.product_ids && ${wanted}::bigint[]`),
    ...given(filters.location_id, wanted => sql`(o.location_ids <> '{}' and o.location_ids && ${wanted}::bigint[])`),
    ...given(filters.sku, wanted => sql`(o.skus <> '{}' and o.skus && ${wanted}::text[])`),
    ...given(filters.delivery_status, wanted => sql`(o.delivery_statuses <> '{}' and o.delivery_statuses && ${wanted}::text[])`),
    ...given(
      filters.coupon_code,
      wanted => sql`(o.voucher_codes <> '{}' and o.voucher_codes && ${wanted.map(code => code.toUpperCase())}::text[])`,
    ),
    ...given(filters.offers, wanted => sql`(o.offer_ids <> '{}' and o.offer_ids && ${ids(wanted)}::bigint[])`),
    ...given(filters.tags, wanted => sql`(o.tags <> '{}' and folded(o.tags) && folded(${wanted}::text[]))`),
  ]
}

function flags({ is_disputed, has_outstanding_balance, has_split_fulfillment, is_test }: OrderFilters): Sql[] {
  const flag = (condition: Sql) => (wanted: boolean) => (wanted ? condition : sql`not (${condition})`)
  return [
    ...given(is_disputed, flag(sql`o.is_disputed`)),
    ...given(has_outstanding_balance, flag(sql`o.total_outstanding <> 0`)),
    ...given(has_split_fulfillment, flag(sql`o.has_split_fulfillment`)),
    ...given(is_test, flag(sql`o.is_test`)),
  ]
}

function days({ date_placed_from, date_placed_to }: OrderFilters, { timezone }: Store): Sql[] {
  return [
    ...given(date_placed_from, day => sql`o.date_placed >= ${startOfDay(day, timezone)}`),
    ...given(date_placed_to, day => sql`o.date_placed < ${startOfNextDay(day, timezone)}`),
  ]
}

const part = (text: string): Sql => sql`folded(${`%${text.replace(/[\\%_]/g, '\\$&')}%`})`

const addressText = (column: string, keys: readonly string[]): Sql =>
  sql`folded(concat_ws(' ', ${join(keys.map(key => sql`${raw(column)} ->> ${raw(`'${key}'`)}`))}))`

const NAME = ['first_name', 'last_name']
const PLACE = ['line1', 'line2', 'line3', 'line4', 'state', 'postcode', 'phone_number']

// The text kept for searching finds the candidates through its index; what it mixes is told apart on those few.
function texts({ search_text, name, address }: OrderFilters, { id }: Store): Sql[] {
  const ofCustomers = (condition: Sql) =>
    sql`o.customer_id = any(array(select c.id from customers c where c.store_id = ${id} and ${condition}))`
  return [
    ...given(search_text, text => sql`(o.search like ${part(text)} or ${ofCustomers(sql`c.search like ${part(text)}`)})`),
    ...given(name, text => {
      const ofAddress = (column: string) => sql`${addressText(column, NAME)} like ${part(text)}`
      return sql`((o.search like ${part(text)} and (${ofAddress('o.shipping_address')} or ${ofAddress('o.billing_address')}))
        or ${ofCustomers(sql`c.search like ${part(text)} and folded(c.first_name || ' ' || c.last_name) like ${part(text)}`)})`
    }),
    ...given(address, text => {
      const within = (column: string) => sql`${addressText(column, PLACE)} like ${part(text)}`
      return sql`(o.search like ${part(text)} and (${within('o.shipping_address')} or ${within('o.billing_address')}))`
    }),
  ]
}

function origins(filters: OrderFilters, { id }: Store): Sql[] {
  const from = (key: string, value: string) => sql`o.attribution @> ${json({ [key]: value })}::jsonb`
  const known = (condition: Sql) => sql`(o.attribution <> '{}' and (${condition}))`
  return [
    ...ATTRIBUTION_FILTERS.flatMap(key => given(filters[key], value => known(from(key, value)))),
    ...given(filters.funnels, names =>
      known(
        join(
          names.map(name => from('funnel', name)),
          ' or ',
        ),
      ),
    ),
    ...given(
      filters.agents,
      emails => sql`o.agent_id = any(array(select c.id from customers c
        where c.store_id = ${id} and c.email = any(${emails.map(email => email.toLowerCase())})))`,
    ),
  ]
}
