import { Command } from 'commander'
import { joinDatabaseServer } from '../database-server.ts'
import { readConfiguration } from '../platform/config.ts'
import { prepareDatabase } from '../start.ts'
import { print } from './tools.ts'

export const migrate = new Command('migrate')
  .description('Bring the tables of the database up to this version.')
  .action(async () => {
    const server = await joinDatabaseServer(readConfiguration())
    try {
      const applied = await prepareDatabase(server.url)
      for (const name of applied) print(name)
      if (applied.length === 0) print('The database is up to date.')
    } finally {
      await server.stop()
    }
  })
