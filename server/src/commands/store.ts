import { Command } from 'commander'
import { createStore } from '../areas/stores/index.ts'
import { print, withDatabase } from './tools.ts'

interface StoreOptions {
  name: string
  label: string
  currency: string[]
  timezone: string
}

const create = new Command('create')
  .description('Make a store. Prints its id.')
  .requiredOption('--name <name>', 'its name')
  .requiredOption('--label <label>', 'first label of its network domain: lower-case letters, digits and hyphens')
  .option('--currency <codes...>', 'its currencies; the first is the one of the store', ['USD'])
  .option('--timezone <zone>', 'IANA name, such as Europe/Berlin', 'UTC')
  .action(async (options: StoreOptions) => {
    const store = checked(options)
    const origin = { actor: { kind: 'system' as const, id: null, name: 'shopwright store create' }, request_id: null }
    print(
      String(
        await withDatabase(({ database }) => database.transact(origin, db => createStore(db, store)).catch(explain(store.label))),
      ),
    )
  })

function checked({ name, label, currency, timezone }: StoreOptions) {
  const codes = currency.map(code => code.toUpperCase())
  const unknown = codes.find(code => !Intl.supportedValuesOf('currency').includes(code))
  if (unknown) throw new Error(`--currency must be an ISO 4217 code such as USD, not "${unknown}".`)
  if (!/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(label)) throw new Error('--label takes lower-case letters, digits and hyphens.')
  if (name.trim() === '') throw new Error('--name must not be blank.')
  if (!isZone(timezone)) throw new Error(`--timezone must be an IANA name such as Europe/Berlin, not "${timezone}".`)
  return {
    name: name.trim(),
    label,
    timezone,
    reporting_currency: codes[0],
    currencies: [...new Set(codes)].map(code => ({ code })),
  }
}

function isZone(timezone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: timezone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const explain = (label: string) => (error: { constraint?: string }) => {
  throw error.constraint === 'stores_label_key' ? new Error(`There is a store "${label}" already.`) : error
}

export const store = new Command('store').description('Look after stores.').addCommand(create)
