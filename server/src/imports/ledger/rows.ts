import { toInstant } from '../../platform/time.ts'
import { brokenFile } from '../broken-file.ts'
import { type Columns, type Row, readTable } from '../table.ts'
import { type Exact, exact } from './amount.ts'

export type LedgerCells = Record<keyof typeof COLUMNS, string>

/** One row of a ledger: so many units of something on an invoice. */
export interface LedgerRow {
  row: number
  cells: LedgerCells
  invoice: string
  code: string
  /** Empty where the ledger says nothing. */
  description: string
  quantity: number
  unit_price: Exact
  amount: Exact
  at: Date
  customer: string
  country: string
}

const COLUMNS = {
  InvoiceNo: { names: ['InvoiceNo', 'Invoice'] },
  StockCode: { names: ['StockCode'] },
  Description: { names: ['Description'] },
  Quantity: { names: ['Quantity'] },
  InvoiceDate: { names: ['InvoiceDate'] },
  UnitPrice: { names: ['UnitPrice', 'Price'] },
  CustomerID: { names: ['CustomerID'] },
  Country: { names: ['Country'] },
} as const satisfies Columns<string>

export const LEDGER_COLUMNS = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]

/** Streams the rows of a ledger; times are those of the zone. A row that cannot be read breaks the file. */
export async function* readLedger(file: string, zone: string): AsyncGenerator<LedgerRow> {
  const zoned = remembering((text: string) => toInstant(text, zone))
  for await (const read of readTable(file, { columns: COLUMNS, lastColumn: 'Country' })) yield ledgerRow(read, zoned)
}

const QUANTITY_MAX = 2_147_483_647

function ledgerRow({ row, cells }: Row<keyof typeof COLUMNS>, zoned: (text: string) => Date | null): LedgerRow {
  const wrong = (column: keyof typeof COLUMNS, wanted: string) =>
    brokenFile(row, `${column} must be ${wanted}, not "${cells[column].slice(0, 60)}".`)
  if (cells.InvoiceNo === '') throw wrong('InvoiceNo', 'filled')
  if (cells.StockCode === '') throw wrong('StockCode', 'filled')
  const quantity = wholeNumber(cells.Quantity)
  if (quantity === null) throw wrong('Quantity', 'a whole number')
  const unit_price = exact(cells.UnitPrice)
  if (unit_price === null) throw wrong('UnitPrice', 'an amount such as 2.55')
  const at = zoned(cells.InvoiceDate)
  if (at === null) throw wrong('InvoiceDate', 'a date and time such as 2010-12-01T08:26:00')
  return {
    row,
    cells,
    invoice: cells.InvoiceNo,
    code: cells.StockCode,
    description: written(cells.Description),
    quantity,
    unit_price,
    amount: unit_price * BigInt(quantity),
    at,
    // Programs that take the numbers for decimals write 17850.0.
    customer: written(cells.CustomerID).replace(/^(\d+)\.0+$/, '$1'),
    country: cells.Country,
  }
}

/** Some programs write their word for nothing instead of leaving the cell empty. */
const written = (text: string): string => (/^(nan|null|none)$/i.test(text) ? '' : text)

function wholeNumber(text: string): number | null {
  if (!/^-?\d{1,10}(\.0+)?$/.test(text)) return null
  const number = Number(text)
  return Math.abs(number) <= QUANTITY_MAX ? number : null
}

// The rows of an invoice carry one time, so the last answer is nearly always the next one.
function remembering<Result>(ask: (text: string) => Result): (text: string) => Result {
  let last: { text: string; result: Result } | undefined
  return text => {
    if (last?.text !== text) last = { text, result: ask(text) }
    return last.result
  }
}
