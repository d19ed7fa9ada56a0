import { isWholeCents } from './amount.ts'
import type { LedgerRow } from './rows.ts'

/** What a row is for the shop: part of an order, part of a refund, or nothing that it sold. */
export type Meaning =
  | { kind: 'goods' | 'postage' | 'discount' | 'returned_goods' | 'returned_postage' | 'later_discount' }
  | { kind: 'no_sale'; reason: string }

const POSTAGE = new Set(['POST', 'DOT', 'C2', 'C3'])
const DISCOUNT = 'D'
const NO_SALE = new Map([
  ['M', 'A manual correction, no sale.'],
  ['S', 'Samples, no sale.'],
  ['B', 'A bad debt written off, no sale.'],
  ['AMAZONFEE', 'A fee of the marketplace, no sale.'],
  ['BANK CHARGES', 'Bank charges, no sale.'],
  ['CRUK', 'A commission, no sale.'],
])
const NO_SALE_PATTERNS: [RegExp, string][] = [
  [/^ADJUST\d*$/, 'An adjustment, no sale.'],
  [/^TEST\d*$/, 'A test code, no sale.'],
]

/** Credit notes carry the numbers of invoices behind a C. */
export const isCreditNote = (invoice: string): boolean => /^C\d/i.test(invoice)

const UNIT_PRICE_MAX = 9_999_999_999_990_000n

/** Tells by its code, quantity and price what a row is. */
export function meaningOf(row: LedgerRow): Meaning {
  const code = row.code.toUpperCase()
  const reason = NO_SALE.get(code) ?? NO_SALE_PATTERNS.find(([pattern]) => pattern.test(code))?.[1] ?? impossible(row)
  if (reason !== undefined) return { kind: 'no_sale', reason }
  return isCreditNote(row.invoice) ? ofCreditNote(row, code) : ofInvoice(row, code)
}

function impossible({ quantity, unit_price }: LedgerRow): string | undefined {
  if (unit_price < 0n) return 'A correction with a negative price, no sale.'
  if (quantity === 0) return 'The quantity is zero.'
  if (!isWholeCents(unit_price)) return 'The unit price has more than two decimals: an order cannot hold it exactly.'
  if (unit_price > UNIT_PRICE_MAX) return 'The unit price is larger than an order can hold.'
}

function ofCreditNote({ quantity, unit_price }: LedgerRow, code: string): Meaning {
  if (quantity > 0) return noSale('A positive quantity on a credit note.')
  if (unit_price === 0n) return noSale('A return at price zero gives nothing back.')
  if (POSTAGE.has(code)) return { kind: 'returned_postage' }
  return { kind: code === DISCOUNT ? 'later_discount' : 'returned_goods' }
}

function ofInvoice(row: LedgerRow, code: string): Meaning {
  const { quantity, unit_price } = row
  if (code === DISCOUNT) return quantity < 0 ? { kind: 'discount' } : noSale('A discount that raises the price.')
  if (quantity < 0)
    return noSale(
      unit_price === 0n
        ? 'A stock correction: negative at price zero.'
        : 'A negative quantity on an invoice that is no credit note.',
    )
  if (POSTAGE.has(code)) return { kind: 'postage' }
  if (unit_price === 0n && isStockNote(row))
    return noSale('A stock correction: price zero, no customer and no name of a product.')
  return { kind: 'goods' }
}

/** At price zero, stock that was found again is told from a gift by what stands in place of the name: nothing, or a remark. */
const isStockNote = ({ customer, description }: LedgerRow): boolean => customer === '' && !/^[^\p{Ll}?]/u.test(description)

const noSale = (reason: string): Meaning => ({ kind: 'no_sale', reason })
