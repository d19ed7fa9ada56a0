import { Command } from 'commander'
import { serve as runServer } from '../serve.ts'

export const serve = new Command('serve')
  .description('Start the server: database, migrations, HTTP and jobs.')
  .option('--empty', 'make no demo store on an empty database')
  .action(async (options: { empty?: boolean }) => {
    process.exitCode = await runServer({ demo: !options.empty })
  })
