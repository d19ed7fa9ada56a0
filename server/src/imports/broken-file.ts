/** A file that cannot be read to its end; nothing of it is imported. Rows count as a spreadsheet does: the header is row 1. */
export function brokenFile(row: number, what: string): Error {
  return new Error(`Row ${row}: ${what} Nothing was imported.`)
}
