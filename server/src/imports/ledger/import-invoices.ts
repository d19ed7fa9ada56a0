import type { Transaction } from '../../platform/database.ts'
import { findReferences, type Reference, saveReferences } from '../references.ts'
import { importCreditNotes } from './import-credit-notes.ts'
import { importSales } from './import-sales.ts'
import { type Importing, referenceOf } from './imported.ts'
import { fingerprintOf, type Invoice } from './invoices.ts'

/** What an invoice has become, now or when it was imported before. */
export interface Settled {
  invoice: Invoice
  reference: Reference
  is_new: boolean
}

/** Imports those of the invoices that have not been imported yet, sales before the credit notes that may take them back. */
export async function importInvoices(db: Transaction, importing: Importing, invoices: readonly Invoice[]): Promise<Settled[]> {
  const { store } = importing
  const known = await findReferences(
    db,
    store.id,
    'invoice',
    invoices.map(({ number }) => number),
  )
  const fresh = invoices.filter(({ number }) => !known.has(number))
  const [notes, sales] = [fresh.filter(isNote), fresh.filter(invoice => !isNote(invoice))]
  const imported = [
    ...(sales.length > 0 ? await importSales(db, importing, sales) : []),
    ...(notes.length > 0 ? await importCreditNotes(db, importing, notes) : []),
  ]
  const references = new Map(imported.map(each => [each.invoice.number, referenceOf(each)]))
  await saveReferences(db, store.id, [...references.values()])
  return invoices.map(invoice => {
    const earlier = known.get(invoice.number)
    if (!earlier) return { invoice, reference: references.get(invoice.number)!, is_new: true }
    return { invoice, reference: isSame(earlier, invoice) ? earlier : repeated(earlier, invoice), is_new: false }
  })
}

const isNote = (invoice: Invoice): boolean => invoice.is_credit_note

const isSame = (earlier: Reference, invoice: Invoice): boolean =>
  earlier.first_row === invoice.rows[0]!.row && earlier.fingerprint === fingerprintOf(invoice)

/** An invoice is imported once. What comes under its number again is left out, be it the same or more of it. */
function repeated(earlier: Reference, invoice: Invoice): Reference {
  const same = earlier.fingerprint === fingerprintOf(invoice) ? 'with the same rows' : 'with other rows'
  const reason = `Invoice ${invoice.number} was imported before, from row ${earlier.first_row}, ${same}.`
  return { ...earlier, imported_rows: 0, imported_amount: '0', left_out: invoice.rows.map((_, at) => ({ at, reason })) }
}
