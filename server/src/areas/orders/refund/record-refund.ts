import type { Transaction } from '../../../platform/database.ts'
import { type Cents, sum } from '../../../platform/money.ts'
import { json, one, sql } from '../../../platform/sql.ts'
import { attachRefund } from '../../payments/index.ts'
import { decimals, type Reporting, reported } from '../order/report.ts'

export interface RefundDraft {
  order_number: number
  note: string
  user_id: number | null
  /** When it happened; absent, now. */
  at?: Date
  lines: RefundedLine[]
  adjustments: { type: 'refund_shipping' | 'refund_discrepancy'; amount_excl_tax: Cents; amount_incl_tax: Cents }[]
  transactions: { id: number; amount: Cents }[]
}

export interface RefundedLine {
  order_line_id: number
  quantity: number
  restock_type: 'cancel' | 'no_restock' | 'return'
  location_id: number | null
  amount_excl_tax: Cents
  amount_incl_tax: Cents
}

/** Writes what went back to the customer, and answers the refund's id. */
export async function recordRefund(
  db: Transaction,
  store: { id: number },
  refund: RefundDraft,
  reporting: Reporting,
): Promise<number> {
  const { order_number, note, user_id } = refund
  const totals = totalsOf(refund)
  const { id } = await one<{ id: number }>(
    db,
    sql`
    with given as (
      select * from jsonb_to_record(${json({ order_number, note, user_id, ...decimals(totals), report_values: reported(totals, reporting) })}::jsonb)
        as g (order_number bigint, note text, user_id bigint, total_refund_amount numeric, total_return_excl_tax numeric,
          total_return_incl_tax numeric, report_values jsonb)
    ), made as (
      insert into refunds (store_id, order_number, user_id, note, total_refund_amount, total_return_excl_tax, total_return_incl_tax, report_values, created_at)
      select ${store.id}, g.*, coalesce(${refund.at ?? null}::timestamptz, now()) from (select order_number, user_id, note, total_refund_amount, total_return_excl_tax, total_return_incl_tax,
        report_values from given) g
      returning id
    ), lined as (
      insert into refund_lines (store_id, refund_id, order_line_id, quantity, restock_type, location_id, amount_excl_tax, amount_incl_tax, report_values)
      select ${store.id}, made.id, l.* from made cross join jsonb_to_recordset(${json(written(refund.lines, reporting))}::jsonb)
        as l (order_line_id bigint, quantity integer, restock_type text, location_id bigint, amount_excl_tax numeric, amount_incl_tax numeric, report_values jsonb)
    ), adjusted as (
      insert into refund_adjustments (store_id, refund_id, type, amount_excl_tax, amount_incl_tax, report_values)
      select ${store.id}, made.id, a.* from made cross join jsonb_to_recordset(${json(written(refund.adjustments, reporting))}::jsonb)
        as a (type text, amount_excl_tax numeric, amount_incl_tax numeric, report_values jsonb)
    )
    select id from made`,
  )
  for (const transaction of refund.transactions) await attachRefund(db, store, transaction.id, id)
  return id
}

function written(parts: readonly { amount_excl_tax: Cents; amount_incl_tax: Cents }[], reporting: Reporting) {
  return parts.map(part => {
    const { amount_excl_tax, amount_incl_tax } = part
    const amounts = { amount_excl_tax, amount_incl_tax }
    return { ...part, ...decimals(amounts), report_values: reported(amounts, reporting) }
  })
}

function totalsOf({ lines, adjustments, transactions }: RefundDraft) {
  const parts = [...lines, ...adjustments]
  return {
    total_refund_amount: sum(transactions.map(({ amount }) => amount)),
    total_return_excl_tax: sum(parts.map(({ amount_excl_tax }) => amount_excl_tax)),
    total_return_incl_tax: sum(parts.map(({ amount_incl_tax }) => amount_incl_tax)),
  }
}
