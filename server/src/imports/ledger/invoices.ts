import { createHash } from 'node:crypto'
import type { Exact } from './amount.ts'
import { isCreditNote } from './meaning.ts'
import type { LedgerRow } from './rows.ts'

export interface Invoice {
  number: string
  is_credit_note: boolean
  rows: LedgerRow[]
}

const BATCH_ROWS = 500
// An invoice without end must not fill the memory; what comes behind is told apart as a second part.
const BATCH_ROWS_MAX = 10_000

/** Groups rows to invoices, many at a time. Rows of one invoice may stand a little apart, as two tills would write them. */
export async function* invoicesOf(rows: AsyncIterable<LedgerRow>): AsyncGenerator<Invoice[]> {
  let invoices = new Map<string, Invoice>()
  let count = 0
  for await (const row of rows) {
    const isFull = count >= BATCH_ROWS_MAX || (count >= BATCH_ROWS && !invoices.has(row.invoice))
    if (isFull) {
      yield [...invoices.values()]
      invoices = new Map()
      count = 0
    }
    const invoice = invoices.get(row.invoice)
    if (invoice) invoice.rows.push(row)
    else invoices.set(row.invoice, { number: row.invoice, is_credit_note: isCreditNote(row.invoice), rows: [row] })
    count++
  }
  if (count > 0) yield [...invoices.values()]
}

/** The same for the same rows, wherever in a file they stand. */
export function fingerprintOf({ rows }: Invoice): string {
  return createHash('sha256')
    .update(JSON.stringify(rows.map(({ cells }) => Object.values(cells))))
    .digest('base64url')
}

export function amountOf(rows: readonly LedgerRow[]): Exact {
  return rows.reduce((total, { amount }) => total + amount, 0n)
}
