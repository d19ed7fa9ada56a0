import type { Store } from '../platform/caller.ts'
import type { Configuration } from '../platform/config.ts'
import type { Database } from '../platform/database.ts'

/** What an import is given. */
export interface ImportAsk {
  configuration: Pick<Configuration, 'public_url'>
  database: Database
  store: Store
  file: string
  /** Of the amounts, because files do not name it. */
  currency?: string
  /** Where the list of rows that were not imported goes. */
  list?: string
  print?: (line: string) => void
}

export const printLine = (line: string): void => void process.stdout.write(`${line}\n`)
