import assert from 'node:assert/strict'
import { allowedPairs } from '../src/areas/fulfillment/fulfillment-order/lifecycle.ts'
import { readFacts, standing } from '../src/areas/orders/index.ts'
import { decimal } from '../src/platform/money.ts'
import { many, type Queryable, type Sql, sql } from '../src/platform/sql.ts'

/** Each finds the rows that break a promise; a store in order has none. */
const broken: Record<string, (store_id: number) => Sql> = {
  'the counters of a line stay in their bounds': id => sql`
    select l.order_number, l.id from order_lines l where l.store_id = ${id} and not (
      l.quantity - l.removed_quantity - l.refunded_quantity between 0 and l.quantity
      and l.editable_quantity between 0 and l.quantity - l.removed_quantity - l.fulfilled_quantity
      and l.quantity - l.removed_quantity - l.fulfilled_quantity
        <= l.quantity - l.removed_quantity - l.refunded_quantity + l.refunded_quantity)`,

  'the units of a line are on its fulfillment orders': id => sql`
    select l.order_number, l.id, a.assigned, a.unshipped from order_lines l
    join orders o on o.store_id = l.store_id and o.number = l.order_number
    cross join lateral (
      select coalesce(sum(fl.quantity), 0) as assigned, coalesce(sum(fl.quantity - fl.fulfilled_quantity), 0) as unshipped
      from fulfillment_order_lines fl
      join fulfillment_orders f on f.store_id = fl.store_id and f.id = fl.fulfillment_order_id and f.status <> 'canceled'
      where fl.store_id = l.store_id and fl.order_line_id = l.id) a
    where l.store_id = ${id} and (o.status <> 'canceled' or exists (
        select from fulfillment_orders f where f.store_id = o.store_id and f.order_number = o.number))
      and (a.assigned <> l.quantity - l.removed_quantity or a.unshipped <> l.quantity - l.removed_quantity - l.fulfilled_quantity)`,

  'what was shipped is what the parcels hold': id => sql`
    select l.order_number, l.id from order_lines l
    where l.store_id = ${id} and (l.fulfilled_quantity > l.quantity - l.removed_quantity or l.fulfilled_quantity <> (
      select coalesce(sum(x.quantity), 0) from fulfillment_lines x
      join fulfillments f on f.store_id = x.store_id and f.id = x.fulfillment_id and f.status = 'success'
      where x.store_id = l.store_id and x.order_line_id = l.id))
    union all
    select f.order_number, fl.id from fulfillment_order_lines fl
    join fulfillment_orders f on f.store_id = fl.store_id and f.id = fl.fulfillment_order_id
    where fl.store_id = ${id} and fl.fulfilled_quantity <> (
      select coalesce(sum(x.quantity), 0) from fulfillment_lines x
      join fulfillments p on p.store_id = x.store_id and p.id = x.fulfillment_id and p.status = 'success'
      where x.store_id = fl.store_id and x.fulfillment_order_line_id = fl.id)`,

  'refunded units were taken out of the line': id => sql`
    select l.order_number, l.id from order_lines l
    join orders o on o.store_id = l.store_id and o.number = l.order_number
    cross join lateral (
      select coalesce(sum(r.quantity) filter (where r.restock_type = 'cancel'), 0) as unshipped,
        coalesce(sum(r.quantity) filter (where r.restock_type <> 'cancel'), 0) as shipped
      from refund_lines r where r.store_id = l.store_id and r.order_line_id = l.id) r
    where l.store_id = ${id} and (r.unshipped > l.removed_quantity or l.refunded_quantity > l.fulfilled_quantity
      or (r.shipped <> l.refunded_quantity and not (o.status = 'canceled' and r.shipped < l.refunded_quantity)))`,

  'the totals are the sums of their parts': id => sql`
    select o.number from orders o
    cross join lateral (
      select coalesce(sum(price_excl_tax), 0) as excl, coalesce(sum(price_incl_tax), 0) as incl, coalesce(sum(total_discount), 0) as discount,
        coalesce(sum((select sum((t ->> 'amount')::numeric) from jsonb_array_elements(tax_lines) t)), 0) as tax
      from order_lines l where l.store_id = o.store_id and l.order_number = o.number) l
    where o.store_id = ${id} and not (
      o.total_excl_tax = l.excl + o.shipping_excl_tax and o.total_incl_tax = l.incl + o.shipping_incl_tax
      and o.total_incl_tax - o.total_excl_tax = o.total_tax and o.total_tax = l.tax + o.shipping_tax
      and o.total_tax = (select coalesce(sum((t ->> 'amount')::numeric), 0) from jsonb_array_elements(o.tax_lines) t)
      and o.total_discount = l.discount + o.shipping_discount
      and o.total_discount = (select coalesce(sum((d ->> 'amount')::numeric), 0)
        from jsonb_array_elements(o.offer_discounts || o.voucher_discounts) d))`,

  'no amount is negative, and the taxes of a line are what sets its prices apart': id => sql`
    select o.number from orders o where o.store_id = ${id}
      and least(o.total_excl_tax, o.total_incl_tax, o.total_tax, o.total_discount, o.total_cost, o.shipping_excl_tax, o.shipping_tax) < 0
    union all
    select l.order_number from order_lines l where l.store_id = ${id} and (
      least(l.price_excl_tax, l.price_incl_tax, l.total_discount, l.total_cost) < 0
      or l.price_incl_tax - l.price_excl_tax <> (select coalesce(sum((t ->> 'amount')::numeric), 0) from jsonb_array_elements(l.tax_lines) t))`,

  'a line costs its unit price for every current unit': id => sql`
    select l.order_number, l.id from order_lines l join orders o on o.store_id = l.store_id and o.number = l.order_number
    where l.store_id = ${id} and l.unit_price * (l.quantity - l.removed_quantity - l.refunded_quantity)
      <> l.total_discount + case when o.prices_include_tax then l.price_incl_tax else l.price_excl_tax end`,

  'no debit is refunded and no authorization captured beyond its amount': id => sql`
    select p.order_number, p.id from transactions p join transactions c on c.store_id = p.store_id and c.parent_id = p.id and c.status = 'succeeded'
      and ((p.type = 'debit' and c.type = 'refund') or (p.type = 'authorize' and c.type = 'debit'))
    where p.store_id = ${id} group by p.order_number, p.id, p.amount having sum(c.amount) > p.amount`,

  'what the order was when it was placed stays': id => sql`
    select o.number from orders o where o.store_id = ${id} and (o.original_total_incl_tax, o.original_total_excl_tax) <> (
      select coalesce(sum(l.original_price_incl_tax), 0) + o.original_shipping_incl_tax, coalesce(sum(l.original_price_excl_tax), 0) + o.original_shipping_excl_tax
      from order_lines l where l.store_id = o.store_id and l.order_number = o.number and l.created_at = o.created_at)`,

  'stock is promised to exactly the units that were not shipped': id => sql`
    select s.id, s.num_allocated from stock_records s where s.store_id = ${id} and s.num_allocated <> (
      select coalesce(sum(fl.quantity - fl.fulfilled_quantity), 0) from fulfillment_order_lines fl
      join fulfillment_orders f on f.store_id = fl.store_id and f.id = fl.fulfillment_order_id and f.status <> 'canceled'
      join orders o on o.store_id = f.store_id and o.number = f.order_number and not o.is_test
      where fl.store_id = s.store_id and fl.stock_record_id = s.id and fl.tracked)`,

  'a canceled order holds nothing': id => sql`
    select o.number from orders o where o.store_id = ${id} and o.status = 'canceled' and (
      o.total_incl_tax <> 0
      or exists (select from order_lines l where l.store_id = o.store_id and l.order_number = o.number
        and l.quantity <> l.removed_quantity + l.refunded_quantity)
      or exists (select from fulfillment_orders f where f.store_id = o.store_id and f.order_number = o.number
        and f.status not in ('canceled', 'closed'))
      or exists (select from transactions a where a.store_id = o.store_id and a.order_number = o.number and a.type = 'authorize'
        and a.status = 'succeeded' and a.expires_at > now() and not exists (
          select from transactions c where c.store_id = a.store_id and c.parent_id = a.id and c.status = 'succeeded')))`,

  'numbers grow with time': id => sql`
    select number from (
      select number, created_at, max(created_at) over (order by number rows between unbounded preceding and 1 preceding) as earlier
      from orders where store_id = ${id}) o where created_at < earlier - interval '1 minute'`,
}

/** Fails when any order or stock record of the store breaks a promise that always holds. */
export async function assertOrderInvariants(db: Queryable, store_id: number): Promise<void> {
  for (const [promise, find] of Object.entries(broken)) assert.deepEqual(await many(db, find(store_id)), [], promise)
  await assertPairs(db, store_id)
  const orders = await many<{ number: number }>(db, sql`select number from orders where store_id = ${store_id}`)
  for (const { number } of orders) await assertStanding(db, store_id, number)
}

async function assertPairs(db: Queryable, store_id: number): Promise<void> {
  const pairs = await many<{ status: string; request_status: string }>(
    db,
    sql`select distinct status, request_status from fulfillment_orders where store_id = ${store_id}`,
  )
  for (const { status, request_status } of pairs)
    assert.ok(allowedPairs[status]?.includes(request_status), `${status}/${request_status}`)
}

/** What is stored about the order is what follows from its rows. */
async function assertStanding(db: Queryable, store_id: number, number: number): Promise<void> {
  const order = await readFacts(db, store_id, number)
  const { editable, ...after } = standing(order, new Date(), { staysOpen: true })
  const editableBefore = order.lines.map(({ id, editable_quantity }) => ({ id, editable_quantity }))
  const before = Object.fromEntries(Object.keys(after).map(key => [key, order[key as keyof typeof after]]))
  const shown = (value: object) =>
    JSON.parse(JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? decimal(inner) : inner)))
  assert.deepEqual(
    shown({ ...before, editable: editableBefore }),
    shown({ ...after, editable }),
    `what is stored about order ${number}`,
  )
}
