import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LedgerRow, readLedger } from './rows.ts'

export interface ExampleRow {
  invoice?: string
  code?: string
  description?: string
  quantity?: string
  at?: string
  price?: string
  customer?: string
  country?: string
}

const HEADER = 'InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country'

/** A ledger of rows that are alike but for what they say. */
export function ledgerText(rows: readonly ExampleRow[]): string {
  const lines = rows.map(row =>
    [
      row.invoice ?? '536365',
      row.code ?? '22633',
      row.description ?? 'HAND WARMER',
      row.quantity ?? '2',
      row.at ?? '2010-12-01T08:26:00',
      row.price ?? '1.85',
      row.customer ?? '17850',
      row.country ?? 'United Kingdom',
    ].join(','),
  )
  return `${[HEADER, ...lines].join('\n')}\n`
}

/** Those rows as the import reads them. */
export async function ledgerRows(rows: readonly ExampleRow[]): Promise<LedgerRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'shopwright-ledger-'))
  const file = join(folder, 'ledger.csv')
  await writeFile(file, ledgerText(rows))
  try {
    return await Array.fromAsync(readLedger(file, 'UTC'))
  } finally {
    await rm(folder, { recursive: true })
  }
}

export const ledgerRowWith = async (row: ExampleRow): Promise<LedgerRow> => (await ledgerRows([row]))[0]!
