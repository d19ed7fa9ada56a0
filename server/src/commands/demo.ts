import { Command } from 'commander'
import { ensureDemoStore } from '../demo/index.ts'
import { print, withDatabase } from './tools.ts'

export const demo = new Command('demo')
  .description('Make the demo store beside the stores there are. Prints a token of it.')
  .action(async () => {
    const made = await withDatabase(tools => ensureDemoStore(tools, { force: true }))
    if (!made) throw new Error('The demo store is there already.')
    print(made.token)
  })
