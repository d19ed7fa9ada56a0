import { access } from 'node:fs/promises'
import { Command } from 'commander'
import type { ImportAsk } from '../imports/ask.ts'
import { chooseStore } from './choose-store.ts'
import { withDatabase } from './tools.ts'

interface ImportOptions {
  store?: string
  currency?: string
  notImported?: string
}

type Importer = (asked: ImportAsk) => Promise<unknown>

const importer = (noun: string, description: string, currency: string, load: () => Promise<Importer>) =>
  new Command(noun)
    .description(description)
    .argument('<file>', 'a CSV file in UTF-8, plain or gzipped')
    .option('--store <label>', 'the store; not needed when there is only one')
    .option('--currency <code>', `of the amounts; ${currency} unless said`)
    .option('--not-imported <file>', 'where to list the rows that were not imported; <file>.not-imported.csv here unless said')
    .action(async (file: string, { store, currency, notImported }: ImportOptions) => {
      await access(file).catch(() => {
        throw new Error(`There is no file "${file}".`)
      })
      const run = await load()
      await withDatabase(async tools =>
        run({ ...tools, file, currency, list: notImported, store: await chooseStore(tools.database.pool, store) }),
      )
    })

// Loaded when asked for: an import brings along more than the other commands need.
const products = async (): Promise<Importer> => (await import('../imports/products.ts')).importProducts
const orders = async (): Promise<Importer> => (await import('../imports/orders.ts')).importOrders

export const importFiles = new Command('import')
  .description('Bring in files of other shops. A file may be imported again: what is there already stays as it is.')
  .addCommand(importer('products', 'Import the product export of a shop platform.', 'the currency of the store', products))
  .addCommand(importer('orders', 'Import a ledger with one row a line: sales become orders, returns refunds.', 'GBP', orders))
