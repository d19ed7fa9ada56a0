import { type Cents, cents } from '../../../platform/money.ts'
import { json, one, type Queryable, run, sql } from '../../../platform/sql.ts'
import type { AppliedRate } from '../../catalogue/tax/rules.ts'
import type { PricedOrderLine } from '../order/line-amounts.ts'

export interface Share {
  offer_id: number
  voucher_id: number | null
  amount: Cents
}

/** A line with what its amounts follow from. */
export interface RefundableLine extends PricedOrderLine {
  id: number
  /** Units that are neither removed nor refunded. */
  current: number
  unit_cost: Cents
  placed_shares: Share[]
}

/** What the amounts of an order follow from. */
export interface RefundableOrder {
  number: number
  currency: string
  prices_include_tax: boolean
  report_currency: string
  report_rate: string
  shipping_price: Cents
  shipping_discount: Cents
  shipping_refunded: Cents
  shipping_rates: AppliedRate[]
  offer_ids: number[]
  offer_discounts: DiscountEntry[]
  voucher_discounts: (DiscountEntry & { voucher: { code: string } })[]
  /** Codes of the vouchers that the lines name, by id. */
  voucher_codes: Record<string, string>
  lines: RefundableLine[]
}

type DiscountEntry = { amount: string; [key: string]: unknown }
type Texts<Facts, Keys extends keyof Facts> = Omit<Facts, Keys> & Record<Keys, string>
type Row = Texts<Omit<RefundableOrder, 'lines'>, 'shipping_price' | 'shipping_discount' | 'shipping_refunded'> & {
  lines: (Texts<Omit<RefundableLine, 'placed_shares'>, 'unit_price' | 'placed_discount' | 'unit_cost'> & {
    placed_shares: (Omit<Share, 'amount'> & { amount: string })[]
  })[]
}

/** What the amounts of a locked order follow from. */
export async function getRefundable(db: Queryable, store_id: number, number: number): Promise<RefundableOrder> {
  const row = await one<Row>(
    db,
    sql`
    select o.number, o.currency, o.prices_include_tax, o.report_currency, trim_scale(o.report_rate)::text as report_rate,
      o.shipping_price::text, o.shipping_discount::text, o.shipping_refunded::text, o.shipping_rates, o.offer_ids, o.offer_discounts, o.voucher_discounts,
      coalesce((select json_object_agg(v.id, v.code) from vouchers v where v.store_id = o.store_id and upper(v.code) = any (o.voucher_codes)), '{}') as voucher_codes,
      (select json_agg(json_build_object('id', l.id, 'unit_price', l.unit_price::text, 'placed_quantity', l.placed_quantity,
          'placed_discount', l.placed_discount::text, 'rates', l.rates, 'current', l.quantity - l.removed_quantity - l.refunded_quantity,
          'unit_cost', l.unit_cost::text, 'placed_shares', l.placed_discounts) order by l.position)
        from order_lines l where l.store_id = o.store_id and l.order_number = o.number) as lines
    from orders o where o.store_id = ${store_id} and o.number = ${number}`,
  )
  return {
    ...row,
    shipping_price: cents(row.shipping_price),
    shipping_discount: cents(row.shipping_discount),
    shipping_refunded: cents(row.shipping_refunded),
    lines: row.lines.map(line => ({
      ...line,
      unit_price: cents(line.unit_price),
      placed_discount: cents(line.placed_discount),
      unit_cost: cents(line.unit_cost),
      placed_shares: line.placed_shares.map(share => ({ ...share, amount: cents(share.amount) })),
    })),
  }
}

/** Columns to set, by the line's id or for the order itself. */
export interface Reduced {
  lines: ({ id: number; refunded: number } & Record<string, unknown>)[]
  order: Record<string, unknown> & { report_values: Record<string, string> }
}

/** Takes refunded units and shipping out of an order, with everything that they were part of. */
export async function saveReduced(db: Queryable, store_id: number, number: number, { lines, order }: Reduced): Promise<void> {
  await run(
    db,
    sql`
    with reduced as (
      update order_lines l set refunded_quantity = l.refunded_quantity + n.refunded, price_excl_tax = n.price_excl_tax,
        price_incl_tax = n.price_incl_tax, total_discount = n.total_discount, total_cost = n.total_cost, tax_lines = n.tax_lines,
        report_values = l.report_values || n.report_values, updated_at = now()
      from jsonb_to_recordset(${json(lines)}::jsonb) as n (id bigint, refunded integer, price_excl_tax numeric, price_incl_tax numeric,
        total_discount numeric, total_cost numeric, tax_lines jsonb, report_values jsonb)
      where l.store_id = ${store_id} and l.order_number = ${number} and l.id = n.id
    )
    update orders o set shipping_refunded = n.shipping_refunded, shipping_excl_tax = n.shipping_excl_tax, shipping_incl_tax = n.shipping_incl_tax,
      shipping_tax = n.shipping_tax, shipping_tax_lines = n.shipping_tax_lines, tax_lines = n.tax_lines, display_taxes = n.display_taxes,
      offer_discounts = n.offer_discounts, voucher_discounts = n.voucher_discounts, total_cost = n.total_cost, total_discount = n.total_discount,
      total_excl_tax = n.total_excl_tax, total_incl_tax = n.total_incl_tax, total_tax = n.total_tax, report_values = o.report_values || n.report_values
    from jsonb_to_record(${json(order)}::jsonb) as n (shipping_refunded numeric, shipping_excl_tax numeric, shipping_incl_tax numeric,
      shipping_tax numeric, shipping_tax_lines jsonb, tax_lines jsonb, display_taxes text, offer_discounts jsonb, voucher_discounts jsonb,
      total_cost numeric, total_discount numeric, total_excl_tax numeric, total_incl_tax numeric, total_tax numeric, report_values jsonb)
    where o.store_id = ${store_id} and o.number = ${number}`,
  )
}
