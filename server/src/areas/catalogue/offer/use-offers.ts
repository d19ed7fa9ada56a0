import { conflict } from '../../../platform/errors.ts'
import { json, one, type Queryable, run, sql } from '../../../platform/sql.ts'

export interface Uses {
  offers: readonly { offer_id: number; applications: number; amount: string }[]
  vouchers: readonly { voucher_id: number; usage: string }[]
}

/**
 * Counts the use of offers and vouchers, each only while its limits allow it: of two orders that race for the last use one gets 409
 * `voucher_exhausted` or `offer_exhausted`. Uses are not given back when an order is canceled.
 */
export async function useOffers(
  db: Queryable,
  store_id: number,
  customer_id: number | null,
  { offers, vouchers }: Uses,
): Promise<void> {
  if (offers.length === 0 && vouchers.length === 0) return
  const counted = await one<{ offers: number; vouchers: number }>(
    db,
    sql`
    with wanted as (
      select * from jsonb_to_recordset(${json(offers)}::jsonb) as w (offer_id bigint, applications integer, amount numeric)
    ), offered as (
      select o.id from offers o where o.store_id = ${store_id} and o.id in (select offer_id from wanted) order by o.id for no key update
    ), named as (
      select v.id from vouchers v where v.store_id = ${store_id}
        and v.id in (select voucher_id from jsonb_to_recordset(${json(vouchers)}::jsonb) as n (voucher_id bigint)) order by v.id for no key update
    ), used_offers as (
      update offers o set used_applications = o.used_applications + w.applications, used_discount = o.used_discount + w.amount
      from wanted w
      where o.store_id = ${store_id} and o.id = w.offer_id and (select count(*) from offered) > 0
        and (o.max_global_applications is null or o.used_applications + w.applications <= o.max_global_applications)
        and (o.max_total_discount is null or o.used_discount + w.amount <= o.max_total_discount)
      returning o.id
    ), used_by_customer as (
      insert into offer_uses as u (store_id, offer_id, customer_id, applications)
      select ${store_id}, w.offer_id, ${customer_id}::bigint, w.applications from wanted w where ${customer_id}::bigint is not null order by w.offer_id
      on conflict (store_id, offer_id, customer_id) do update set applications = u.applications + excluded.applications
      where u.applications + excluded.applications <= coalesce(
        (select o.max_user_applications from offers o where o.store_id = u.store_id and o.id = u.offer_id), 2147483647)
      returning u.offer_id
    ), used_vouchers as (
      update vouchers v set num_orders = v.num_orders + 1
      where v.store_id = ${store_id} and v.id in (select id from named) and (v.usage <> 'single_use' or v.num_orders = 0)
      returning v.id, v.usage
    ), used_once as (
      insert into voucher_uses (store_id, voucher_id, customer_id)
      select ${store_id}, v.id, ${customer_id}::bigint from used_vouchers v where ${customer_id}::bigint is not null order by v.id
      on conflict do nothing
      returning voucher_id
    )
    select (select count(*) from used_offers o where ${customer_id}::bigint is null or o.id in (select offer_id from used_by_customer)) as offers,
      (select count(*) from used_vouchers v where v.usage <> 'once_per_customer' or ${customer_id}::bigint is null
        or v.id in (select voucher_id from used_once)) as vouchers`,
  )
  if (counted.vouchers < vouchers.length) throw conflict('voucher_exhausted', 'A voucher of this order has just been used up.')
  if (counted.offers < offers.length) throw conflict('offer_exhausted', 'An offer of this order has just been used up.')
}

/** Notes who used offers and vouchers that were counted before the customer existed. Nothing can refuse it any more. */
export async function noteUsesOf(
  db: Queryable,
  store_id: number,
  customer_id: number,
  { offers, vouchers }: Uses,
): Promise<void> {
  if (offers.length === 0 && vouchers.length === 0) return
  await run(
    db,
    sql`
    with by_customer as (
      insert into offer_uses as u (store_id, offer_id, customer_id, applications)
      select ${store_id}, w.offer_id, ${customer_id}, w.applications
      from jsonb_to_recordset(${json(offers)}::jsonb) as w (offer_id bigint, applications integer)
      on conflict (store_id, offer_id, customer_id) do update set applications = u.applications + excluded.applications
    )
    insert into voucher_uses (store_id, voucher_id, customer_id)
    select ${store_id}, n.voucher_id, ${customer_id} from jsonb_to_recordset(${json(vouchers)}::jsonb) as n (voucher_id bigint)
    on conflict do nothing`,
  )
}

/** Takes back what an order that never came about had counted. */
export async function giveBackOffers(
  db: Queryable,
  store_id: number,
  customer_id: number | null,
  { offers, vouchers }: Uses,
): Promise<void> {
  if (offers.length === 0 && vouchers.length === 0) return
  await run(
    db,
    sql`
    with wanted as (
      select * from jsonb_to_recordset(${json(offers)}::jsonb) as w (offer_id bigint, applications integer, amount numeric)
    ), given_back as (
      update offers o set used_applications = o.used_applications - w.applications, used_discount = o.used_discount - w.amount
      from wanted w where o.store_id = ${store_id} and o.id = w.offer_id
    ), by_customer as (
      update offer_uses u set applications = u.applications - w.applications
      from wanted w where u.store_id = ${store_id} and u.offer_id = w.offer_id and u.customer_id = ${customer_id}::bigint
    ), named as (
      select voucher_id from jsonb_to_recordset(${json(vouchers)}::jsonb) as n (voucher_id bigint)
    ), unused as (
      delete from voucher_uses u where u.store_id = ${store_id} and u.customer_id = ${customer_id}::bigint and u.voucher_id in (select voucher_id from named)
        and exists (select from vouchers v where v.store_id = u.store_id and v.id = u.voucher_id and v.usage = 'once_per_customer')
    )
    update vouchers v set num_orders = v.num_orders - 1 where v.store_id = ${store_id} and v.id in (select voucher_id from named)`,
  )
}
