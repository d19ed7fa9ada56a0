import pino from 'pino'
import { joinDatabaseServer } from '../database-server.ts'
import { type Configuration, readConfiguration } from '../platform/config.ts'
import type { Database } from '../platform/database.ts'
import { createLog, type Log } from '../platform/log.ts'
import { openDatabase, prepareDatabase } from '../start.ts'

export interface CommandTools {
  configuration: Configuration
  database: Database
  /** Writes to standard error, so that standard output holds the result alone. */
  log: Log
}

const STANDARD_ERROR = 2

/** Does a command's work on an up-to-date database, also beside a server that runs on it. */
export async function withDatabase<Result>(work: (tools: CommandTools) => Promise<Result>): Promise<Result> {
  const configuration = readConfiguration()
  const log = createLog(configuration.log_level, pino.destination(STANDARD_ERROR))
  const server = await joinDatabaseServer(configuration)
  try {
    await prepareDatabase(server.url)
    const database = openDatabase(configuration, server.url, log)
    return await work({ configuration, database, log }).finally(() => database.close())
  } finally {
    await server.stop()
  }
}

export const print = (line: string): void => void process.stdout.write(`${line}\n`)
