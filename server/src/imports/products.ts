import { currencyUnit } from '../areas/stores/index.ts'
import { importAlone, refuseStopped } from './alone.ts'
import { type ImportAsk, printLine } from './ask.ts'
import { ensureCurrency, ensureLocation, ORIGIN, storeCurrency } from './ground.ts'
import { leftOutPath, openLeftOutFile } from './left-out-file.ts'
import { memorySweeper } from './memory.ts'
import { showProgress } from './progress.ts'
import { importProductRows, type ProductTerms, type SettledProduct } from './shop/import-products.ts'
import { productsOf, readShopRows } from './shop/rows.ts'

/** How many products of a file were made, were there already, or were left out; and of its rows. */
export interface ProductAccount {
  made: number
  variants: number
  there: number
  refused: number
  rows: number
  rows_left_out: number
}

/**
 * Imports the product export of a shop platform. The whole file is checked first, so a broken one changes nothing; a product that is
 * there already stays as it is.
 */
export async function importProducts(asked: ImportAsk): Promise<ProductAccount> {
  const { database, store, file, list = leftOutPath(file) } = asked
  let rows = 0
  for await (const _ of readShopRows(file)) rows++
  const terms = await database.transact(ORIGIN, async (db): Promise<ProductTerms> => {
    const currency = asked.currency?.toUpperCase() ?? (await storeCurrency(db, store))
    await ensureCurrency(db, store, currency)
    return { store, currency, unit: currencyUnit(currency), location_id: await ensureLocation(db, store) }
  })
  const account = await importAlone(database, store.id, signal => importAll(asked, terms, list, rows, signal))
  for (const line of accountLines(account, list)) (asked.print ?? printLine)(line)
  return account
}

async function importAll(
  asked: ImportAsk,
  terms: ProductTerms,
  list: string,
  rows: number,
  signal: AbortSignal,
): Promise<ProductAccount> {
  const account: ProductAccount = { made: 0, variants: 0, there: 0, refused: 0, rows: 0, rows_left_out: 0 }
  const leftOut = openLeftOutFile(list, ['Handle'])
  const progress = showProgress('products', rows)
  const sweep = memorySweeper()
  try {
    for await (const products of productsOf(readShopRows(asked.file))) {
      refuseStopped(signal, products[0]!.rows[0]!.row)
      for (const settled of await asked.database.transact(ORIGIN, db => importProductRows(db, terms, products))) {
        enter(account, settled)
        for (const { row, reason } of settled.left_out) await leftOut.add(row, reason, [settled.product.handle])
      }
      sweep()
      progress.at(account.rows)
    }
    if (account.rows !== rows) throw new Error(`The import does not add up: ${account.rows} of ${rows} rows.`)
    await leftOut.finish()
  } catch (error) {
    await leftOut.discard()
    throw error
  } finally {
    progress.end()
  }
  return account
}

function enter(account: ProductAccount, { product, outcome, variants, left_out }: SettledProduct): void {
  account[outcome]++
  account.variants += variants
  account.rows += product.rows.length
  account.rows_left_out += left_out.length
}

function accountLines({ made, variants, there, refused, rows, rows_left_out }: ProductAccount, path: string): string[] {
  return [
    `${made} products were made, with ${variants} variants; ${there} were there already, ${refused} were left out.`,
    `${rows - rows_left_out} rows imported + ${rows_left_out} not imported = ${rows} in the file.`,
    ...(rows_left_out > 0 ? [`What was not imported, and why: ${path}`] : []),
  ]
}
