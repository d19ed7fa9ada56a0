import { many, type Queryable, run, sql } from '../../../platform/sql.ts'

export interface Movement {
  transaction_id: number
  kind: 'void' | 'refund'
  amount: string
  state: 'created' | 'sent' | 'unknown' | 'succeeded' | 'failed'
}

/** The movements of money of one cancellation, and how far each has got. */
export function listMovements(db: Queryable, store_id: number, number: number, id: string): Promise<Movement[]> {
  return many<Movement>(
    db,
    sql`
    select t.id as transaction_id, i.kind, i.amount::text, i.state
    from transactions t join payment_intents i on i.store_id = t.store_id and i.transaction_id = t.id
    where t.store_id = ${store_id} and t.order_number = ${number} and i.purpose = 'order.cancel' and i.draft ->> 'id' = ${id}
    order by t.id`,
  )
}

const NOTHING = sql`'{"price_excl_tax": "0.00", "price_incl_tax": "0.00", "total_discount": "0.00", "total_cost": "0.00"}'::jsonb`
const NO_TOTALS = sql`'{"shipping_excl_tax": "0.00", "shipping_incl_tax": "0.00", "total_cost": "0.00", "total_discount": "0.00",
  "total_excl_tax": "0.00", "total_incl_tax": "0.00"}'::jsonb`
const withoutAmounts = (column: 'offer_discounts' | 'voucher_discounts') =>
  column === 'offer_discounts'
    ? sql`coalesce((select jsonb_agg(d || '{"amount": "0.00"}') from jsonb_array_elements(offer_discounts) d), '[]')`
    : sql`coalesce((select jsonb_agg(d || '{"amount": "0.00"}') from jsonb_array_elements(voucher_discounts) d), '[]')`

/** Takes every unit and every amount out of an order; what it was when it was placed stays. */
export async function emptyOrder(
  db: Queryable,
  store_id: number,
  number: number,
  reason: string,
  isFullRefund: boolean,
): Promise<void> {
  await run(
    db,
    sql`
    with emptied as (
      update order_lines set removed_quantity = quantity - fulfilled_quantity, refunded_quantity = fulfilled_quantity, editable_quantity = 0,
        price_excl_tax = 0, price_incl_tax = 0, total_discount = 0, total_cost = 0, tax_lines = '[]',
        report_values = report_values || ${NOTHING}, updated_at = now()
      where store_id = ${store_id} and order_number = ${number}
    )
    update orders set status = 'canceled', cancel_reason = ${reason}, canceled_at = now(),
      shipping_price = 0, shipping_discount = 0, shipping_refunded = 0, shipping_excl_tax = 0, shipping_incl_tax = 0, shipping_tax = 0,
      shipping_tax_lines = '[]', tax_lines = '[]', display_taxes = '', total_cost = 0, total_discount = 0, total_excl_tax = 0,
      total_incl_tax = 0, total_tax = 0, offer_discounts = ${withoutAmounts('offer_discounts')},
      voucher_discounts = ${withoutAmounts('voucher_discounts')}, report_values = report_values || ${NO_TOTALS},
      virtual_refunded = case when ${isFullRefund} then virtual_paid else virtual_refunded end
    where store_id = ${store_id} and number = ${number}`,
  )
}
