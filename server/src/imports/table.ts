import { Readable } from 'node:stream'
import { CsvError, type Options, parse } from 'csv-parse'
import { brokenFile } from './broken-file.ts'
import { readText } from './text.ts'

/** The columns of a table: how each may be called, and whether it may be missing. */
export type Columns<Name extends string> = Readonly<Record<Name, { names: readonly string[]; optional?: boolean }>>

export interface Row<Name extends string> {
  /** As a spreadsheet counts: the header is row 1. */
  row: number
  /** Trimmed; empty when the column is missing. */
  cells: Record<Name, string>
}

interface TableOptions<Name extends string> {
  columns: Columns<Name>
  /** The column that every row fills: a last row without line break whose cell is only the beginning of the one above is cut off. */
  lastColumn?: NoInfer<Name>
}

/** Streams the rows of a CSV file; a file that is broken throws an error that names the row. */
export async function* readTable<Name extends string>(file: string, options: TableOptions<Name>): AsyncGenerator<Row<Name>> {
  const text = await readText(file)
  const { delimiter, pieces } = await sniff(text.pieces)
  const parser = Readable.from(pieces, { objectMode: true }).pipe(parse({ ...PARSING, delimiter }))
  let places: Map<Name, number> | undefined
  let width = 0
  let row = 0
  let above: Row<Name> | undefined
  let before: Row<Name> | undefined
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      row = info.records + info.empty_lines
      if (!places) {
        places = placesOf(record, options.columns)
        width = record.length
        continue
      }
      if (record.length !== width) throw brokenFile(row, widthProblem(record.length, width))
      if (record.every(cell => cell.trim() === '')) continue
      if (record.some(cell => cell.includes('\0'))) throw brokenFile(row, 'It holds a NUL character.')
      if (before) yield before
      above = before
      before = { row, cells: cellsOf(record, places, options.columns) }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw brokenFile(placeOf(error), text.failure() ?? quotingProblem(error))
  }
  const failure = text.failure()
  if (failure !== null) throw brokenFile(row + 1, failure)
  if (!places) throw brokenFile(1, 'The file is empty.')
  if (!before) return
  if (above && options.lastColumn && !text.endsWithLineBreak()) refuseCut(above, before, options.lastColumn)
  yield before
}

interface Parsed {
  record: string[]
  info: { records: number; empty_lines: number }
}

const RECORD_CHARACTERS_MAX = 4_000_000
const PARSING: Options = {
  bom: true,
  info: true,
  relax_column_count: true,
  skip_empty_lines: true,
  max_record_size: RECORD_CHARACTERS_MAX,
}

/** The character that separates the cells, judged by the header. */
async function sniff(pieces: AsyncIterable<string>): Promise<{ delimiter: string; pieces: AsyncIterable<string> }> {
  const iterator = pieces[Symbol.asyncIterator]()
  const first = await iterator.next()
  const header = first.done ? '' : (/^[^\r\n]*/.exec(first.value)?.[0] ?? '')
  const counts = [',', ';', '\t'].map(delimiter => ({ delimiter, count: header.split(delimiter).length }))
  const { delimiter } = counts.reduce((best, each) => (each.count > best.count ? each : best))
  return {
    delimiter,
    pieces: (async function* () {
      if (first.done) return
      yield first.value
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value
    })(),
  }
}

const folded = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Where each column stands; case, spaces and punctuation of its name do not matter. */
function placesOf<Name extends string>(header: readonly string[], columns: Columns<Name>): Map<Name, number> {
  const found = header.map(folded)
  const places = new Map<Name, number>()
  for (const name of Object.keys(columns) as Name[]) {
    const { names, optional } = columns[name]
    const place = names.map(each => found.indexOf(folded(each))).find(at => at >= 0)
    if (place === undefined && !optional) throw brokenFile(1, `The column "${names[0]}" is missing; there are ${shown(header)}.`)
    if (place === undefined) continue
    if (found.indexOf(found[place]!, place + 1) >= 0)
      throw brokenFile(1, `The column "${header[place]!.trim()}" stands there twice.`)
    places.set(name, place)
  }
  return places
}

const shown = (header: readonly string[]) =>
  header
    .map(name => `"${name.trim().slice(0, 40)}"`)
    .slice(0, 12)
    .join(', ')

function cellsOf<Name extends string>(record: readonly string[], places: ReadonlyMap<Name, number>, columns: Columns<Name>) {
  const cells = {} as Record<Name, string>
  for (const name in columns) {
    const place = places.get(name)
    cells[name] = place === undefined ? '' : record[place]!.trim()
  }
  return cells
}

const widthProblem = (cells: number, columns: number) =>
  cells < columns
    ? `It has ${cells} of ${columns} cells: the file is cut off, or a quote is missing.`
    : `It has ${cells} cells for ${columns} columns: a cell with the separator in it needs quotes.`

// Rows that were read but not given yet are lost when the reader fails, so only the error knows how far it came.
function placeOf(error: CsvError): number {
  const { records, empty_lines } = error as CsvError & { records: number; empty_lines: number }
  return records + empty_lines + 1
}

function quotingProblem(error: CsvError): string {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return 'A quote is opened and never closed.'
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return 'It is longer than four million characters: a quote is opened and never closed.'
  return 'A quote stands in the middle of a cell: put the whole cell in quotes, and write the quote twice.'
}

function refuseCut<Name extends string>(above: Row<Name>, { row, cells }: Row<Name>, column: Name): void {
  if (cells[column] === above.cells[column] || !above.cells[column].startsWith(cells[column])) return
  throw brokenFile(row, 'The file is cut off here.')
}
