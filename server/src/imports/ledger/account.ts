import { type Exact, exact, shownAmount } from './amount.ts'
import type { Settled } from './import-invoices.ts'
import type { LedgerRow } from './rows.ts'

/** What a ledger holds, counted while it is read through before anything is imported. */
export interface Contents {
  rows: number
  amount: Exact
}

export async function countRows(rows: AsyncIterable<LedgerRow>): Promise<Contents> {
  const contents = { rows: 0, amount: 0n }
  for await (const { amount } of rows) {
    contents.rows++
    contents.amount += amount
  }
  return contents
}

/** What has become of the rows of a ledger. */
export interface Account {
  imported: Contents
  left_out: Contents
  orders: number
  credit_notes: number
  /** Invoices and credit notes that an earlier run imported. */
  known: number
}

export const emptyAccount = (): Account => ({
  imported: { rows: 0, amount: 0n },
  left_out: { rows: 0, amount: 0n },
  orders: 0,
  credit_notes: 0,
  known: 0,
})

/** Enters what has become of an invoice. The imported amount is the one that was stored, not the one of the file. */
export function enter(account: Account, { invoice, reference, is_new }: Settled): void {
  account.imported.rows += reference.imported_rows
  account.imported.amount += exact(reference.imported_amount)!
  account.left_out.rows += reference.left_out.length
  for (const { at } of reference.left_out) account.left_out.amount += invoice.rows[at]!.amount
  if (reference.imported_rows > 0) account[invoice.is_credit_note ? 'credit_notes' : 'orders']++
  if (!is_new) account.known++
}

/** Throws unless every row and every penny of the file is accounted for. */
export function checkAccount({ imported, left_out }: Account, contents: Contents): void {
  const rows = imported.rows + left_out.rows
  const amount = imported.amount + left_out.amount
  if (rows !== contents.rows || amount !== contents.amount)
    throw new Error(
      `The import does not add up: ${rows} rows and ${shownAmount(amount)} of ${contents.rows} rows and ${shownAmount(contents.amount)}.`,
    )
}

/** The account in words and figures. */
export function accountLines(account: Account, contents: Contents, currency: string, path: string): string[] {
  const { imported, left_out, orders, credit_notes, known } = account
  const width = Math.max(...[contents, imported, left_out].map(({ amount }) => shownAmount(amount).length))
  const line = (words: string, { rows, amount }: Contents) =>
    `${words.padEnd(14)}${String(rows).padStart(9)} rows ${shownAmount(amount).padStart(width + 2)} ${currency}`
  return [
    `${orders} invoices are orders, ${credit_notes} credit notes are refunds${known > 0 ? `; ${known} were there from an earlier run` : ''}.`,
    line('Imported', imported),
    line('Not imported', left_out),
    `${line('In the file', contents)}, which is their sum`,
    ...(left_out.rows > 0 ? [`What was not imported, and why: ${path}`] : []),
  ]
}
