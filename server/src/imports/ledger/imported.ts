import type { Store } from '../../platform/caller.ts'
import type { Reference } from '../references.ts'
import { type Exact, shownAmount } from './amount.ts'
import { fingerprintOf, type Invoice } from './invoices.ts'
import type { LeftOut } from './plan-sale.ts'

/** Where a ledger goes. */
export interface Importing {
  store: Store
  currency: string
  public_url: string
}

/** What became of an invoice or a credit note. */
export interface Imported {
  invoice: Invoice
  /** The number of its order. */
  object_id: number | null
  /** The sum of its imported rows. */
  amount: Exact
  left_out: LeftOut[]
}

/** What is remembered of it for the next time. */
export function referenceOf({ invoice, object_id, amount, left_out }: Imported): Reference {
  const row_count = invoice.rows.length
  return {
    kind: 'invoice',
    reference: invoice.number,
    object_id,
    first_row: invoice.rows[0]!.row,
    row_count,
    fingerprint: fingerprintOf(invoice),
    imported_rows: row_count - left_out.length,
    imported_amount: shownAmount(amount),
    left_out: left_out.toSorted((a, b) => a.at - b.at),
  }
}
