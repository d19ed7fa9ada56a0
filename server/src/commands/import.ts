import { access } from 'node:fs/promises'
import { Command } from 'commander'
import type { Store } from '../platform/caller.ts'
import { chooseStore } from './choose-store.ts'
import { type CommandTools, withDatabase } from './tools.ts'

interface ImportOptions {
  store?: string
}

/** What an import is given. */
export interface ImportAsk extends CommandTools {
  file: string
  store: Store
}

type Importer = (asked: ImportAsk) => Promise<void>

const importer = (noun: string, description: string, load: () => Promise<Importer>) =>
  new Command(noun)
    .description(description)
    .argument('<file>', 'a CSV file')
    .option('--store <label>', 'the store; not needed when there is only one')
    .action(async (file: string, options: ImportOptions) => {
      await access(file).catch(() => {
        throw new Error(`There is no file "${file}".`)
      })
      const run = await load()
      await withDatabase(async tools => run({ ...tools, file, store: await chooseStore(tools.database.pool, options.store) }))
    })

// Loaded when asked for: an import brings along more than the other commands need.
const load = async <Name extends string>(module: string, name: Name): Promise<Importer> =>
  ((await import(module)) as Record<Name, Importer>)[name]

export const importFiles = new Command('import')
  .description('Bring in files of other shops.')
  .addCommand(importer('products', 'Import products from a CSV file.', () => load('../imports/products.ts', 'importProducts')))
  .addCommand(importer('orders', 'Import orders from a CSV file.', () => load('../imports/orders.ts', 'importOrders')))
