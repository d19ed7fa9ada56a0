import { refundHistory } from '../../areas/orders/index.ts'
import type { Transaction } from '../../platform/database.ts'
import { findReferences } from '../references.ts'
import { findEarlierSales } from './earlier-sales.ts'
import type { Imported, Importing } from './imported.ts'
import type { Invoice } from './invoices.ts'
import { matchReturns } from './match-returns.ts'
import { firstFilled } from './plan-sale.ts'

/** Turns credit notes into refunds of the sales that they take back; answers what became of each. */
export async function importCreditNotes(db: Transaction, importing: Importing, notes: readonly Invoice[]): Promise<Imported[]> {
  const numbers = [...new Set(notes.map(({ rows }) => firstFilled(rows, 'customer')).filter(Boolean))]
  const customers = await findReferences(db, importing.store.id, 'customer', numbers)
  const imported: Imported[] = []
  for (const invoice of notes) {
    const customer_id = customers.get(firstFilled(invoice.rows, 'customer'))?.object_id ?? null
    imported.push(await importCreditNote(db, importing, invoice, customer_id))
  }
  return imported
}

async function importCreditNote(
  db: Transaction,
  { store, currency }: Importing,
  invoice: Invoice,
  customer_id: number | null,
): Promise<Imported> {
  const at = invoice.rows[0]!.at
  const codes = [...new Set(invoice.rows.map(({ code }) => code))]
  const sales = customer_id === null ? [] : await findEarlierSales(db, store.id, { customer_id, currency, until: at, codes })
  const { returns, amount, left_out } = matchReturns(invoice, sales)
  // Orders are locked in the order of their numbers, as everywhere.
  for (const { order_number, lines, shipping, amount } of returns.toSorted((a, b) => a.order_number - b.order_number))
    await refundHistory(db, store, { order_number, at, note: `Credit note ${invoice.number}`, lines, shipping, amount })
  return { invoice, object_id: null, amount, left_out }
}
