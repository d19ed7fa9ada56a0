import { Command } from 'commander'
import { createToken, isScope } from '../areas/access/index.ts'
import { chooseStore } from './choose-store.ts'
import { print, withDatabase } from './tools.ts'

interface TokenOptions {
  scopes: string
  store?: string
  name: string
}

const create = new Command('create')
  .description('Make an API token. Prints the token, which cannot be shown again.')
  .requiredOption('--scopes <scopes>', 'what it may do, such as "orders:read orders:write"')
  .option('--store <label>', 'the store; not needed when there is only one')
  .option('--name <name>', 'the app that the token belongs to', 'Command line')
  .action(async ({ scopes, store, name }: TokenOptions) => {
    const asked = [...new Set(scopes.split(/[\s,]+/).filter(Boolean))]
    if (asked.length === 0) throw new Error('--scopes must name at least one scope, such as orders:read.')
    const unknown = asked.find(scope => !isScope(scope))
    if (unknown) throw new Error(`There is no scope "${unknown}".`)
    const made = await withDatabase(async ({ database }) => {
      const { id } = await chooseStore(database.pool, store)
      return createToken(database.pool, id, name, asked)
    })
    print(made)
  })

export const token = new Command('token').description('Look after API tokens.').addCommand(create)
