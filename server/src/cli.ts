import { Command } from 'commander'
import { demo } from './commands/demo.ts'
import { doctor } from './commands/doctor.ts'
import { importFiles } from './commands/import.ts'
import { migrate } from './commands/migrate.ts'
import { serve } from './commands/serve.ts'
import { store } from './commands/store.ts'
import { token } from './commands/token.ts'
import { worker } from './commands/worker.ts'
import { reportFailure } from './start-failure.ts'

const program = new Command('shopwright')
  .description('Runs and looks after a Shopwright. Its settings come from the environment, as those of the server do.')
  .showHelpAfterError()

for (const command of [serve, worker, migrate, store, token, importFiles, demo, doctor]) program.addCommand(command)

try {
  await program.parseAsync()
  process.exit()
} catch (error) {
  reportFailure(error)
  process.exit(1)
}
