import type { Database } from '../platform/database.ts'
import { importAlone, refuseStopped } from './alone.ts'
import { type ImportAsk, printLine } from './ask.ts'
import { ensureCurrency, ensureLocation, ORIGIN } from './ground.ts'
import { type Account, accountLines, type Contents, checkAccount, countRows, emptyAccount, enter } from './ledger/account.ts'
import { importInvoices } from './ledger/import-invoices.ts'
import type { Importing } from './ledger/imported.ts'
import { invoicesOf } from './ledger/invoices.ts'
import { LEDGER_COLUMNS, readLedger } from './ledger/rows.ts'
import { type LeftOutFile, leftOutPath, openLeftOutFile } from './left-out-file.ts'
import { memorySweeper } from './memory.ts'
import { type Progress, showProgress } from './progress.ts'
import { statisticsOf } from './statistics.ts'

const CURRENCY = 'GBP'

/**
 * Imports a ledger of one row a line: sales become orders, returns refunds. The whole file is checked first, so a broken one changes
 * nothing; then every batch of invoices is one transaction, so a stopped import goes on where it was.
 */
export async function importOrders(asked: ImportAsk): Promise<Account> {
  const { database, store, file, list = leftOutPath(file) } = asked
  const currency = asked.currency?.toUpperCase() ?? CURRENCY
  const contents = await countRows(readLedger(file, store.timezone))
  await database.transact(ORIGIN, async db => {
    await ensureCurrency(db, store, currency)
    await ensureLocation(db, store)
  })
  const importing = { store, currency, public_url: asked.configuration.public_url }
  const account = await importAlone(database, store.id, signal =>
    importAll(database, importing, { file, list, contents, signal }),
  )
  for (const line of accountLines(account, contents, currency, list)) (asked.print ?? printLine)(line)
  return account
}

interface Course {
  file: string
  list: string
  contents: Contents
  signal: AbortSignal
}

async function importAll(database: Database, importing: Importing, { file, list, contents, signal }: Course): Promise<Account> {
  const account = emptyAccount()
  const leftOut = openLeftOutFile(list, LEDGER_COLUMNS)
  const progress = showProgress('orders', contents.rows)
  try {
    await importBatches(database, importing, { file, account, leftOut, progress, signal })
    checkAccount(account, contents)
    await leftOut.finish()
  } catch (error) {
    await leftOut.discard()
    throw error
  } finally {
    progress.end()
  }
  return account
}

interface Books {
  file: string
  account: Account
  leftOut: LeftOutFile
  progress: Progress
  signal: AbortSignal
}

async function importBatches(database: Database, importing: Importing, books: Books): Promise<void> {
  const { account, leftOut, progress, signal } = books
  const statistics = statisticsOf(database.pool)
  const sweep = memorySweeper()
  for await (const invoices of invoicesOf(readLedger(books.file, importing.store.timezone))) {
    refuseStopped(signal, invoices[0]!.rows[0]!.row)
    const settled = await database.transact(ORIGIN, db => importInvoices(db, importing, invoices))
    for (const each of settled) {
      enter(account, each)
      for (const { at, reason } of each.reference.left_out) {
        const { row, cells } = each.invoice.rows[at]!
        await leftOut.add(
          row,
          reason,
          LEDGER_COLUMNS.map(column => cells[column]),
        )
      }
    }
    if (settled.some(({ is_new }) => is_new)) await statistics.afterWork()
    sweep()
    progress.at(account.imported.rows + account.left_out.rows)
  }
}
