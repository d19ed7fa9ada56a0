import { type Exact, toCents } from './amount.ts'
import { amountOf, type Invoice } from './invoices.ts'
import { meaningOf } from './meaning.ts'
import type { LedgerRow } from './rows.ts'

/** Which rows of an invoice become an order, and why the others do not. */
export interface SalePlan {
  invoice: Invoice
  goods: LedgerRow[]
  shipping: bigint
  discount: { amount: bigint; description: string } | null
  /** The sum of the rows that become the order. */
  amount: Exact
  at: Date
  customer: string
  country: string
  left_out: LeftOut[]
}

/** A row that is not imported, counted from the first row of its invoice. */
export interface LeftOut {
  at: number
  reason: string
}

/** Reads an invoice as an order: goods as lines, postage as shipping, discounts as one discount. */
export function planSale(invoice: Invoice): SalePlan {
  const rows = { goods: [] as LedgerRow[], postage: [] as LedgerRow[], discount: [] as LedgerRow[] }
  const left_out: LeftOut[] = []
  const leaveOut = (row: LedgerRow, reason: string) => left_out.push({ at: invoice.rows.indexOf(row), reason })
  for (const row of invoice.rows) {
    const meaning = meaningOf(row)
    if (meaning.kind === 'no_sale') leaveOut(row, meaning.reason)
    else if (meaning.kind === 'goods' || meaning.kind === 'postage' || meaning.kind === 'discount') rows[meaning.kind].push(row)
  }
  if (rows.goods.length === 0) {
    for (const row of rows.postage.splice(0)) leaveOut(row, 'Postage on an invoice without goods.')
    for (const row of rows.discount.splice(0)) leaveOut(row, 'A discount on an invoice without goods.')
  }
  if (-amountOf(rows.discount) > amountOf(rows.goods))
    for (const row of rows.discount.splice(0)) leaveOut(row, 'A discount that is larger than the goods of its invoice.')
  const all = invoice.rows
  return {
    invoice,
    goods: rows.goods,
    shipping: toCents(amountOf(rows.postage)),
    discount: discountOf(rows.discount),
    amount: amountOf([...rows.goods, ...rows.postage, ...rows.discount]),
    at: all[0]!.at,
    customer: firstFilled(all, 'customer'),
    country: firstFilled(all, 'country'),
    left_out,
  }
}

function discountOf(rows: readonly LedgerRow[]): SalePlan['discount'] {
  if (rows.length === 0) return null
  return { amount: toCents(-amountOf(rows)), description: rows.map(({ description }) => description).find(Boolean) ?? '' }
}

export const firstFilled = (rows: readonly LedgerRow[], column: 'customer' | 'country'): string =>
  rows.find(row => row[column] !== '')?.[column] ?? ''
