import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { readConfiguration } from '../../server/src/platform/config.ts'
import { startEmbeddedPostgres } from '../../server/src/platform/embedded-postgres/start.ts'
import { createLog } from '../../server/src/platform/log.ts'
import { openDatabase, prepareDatabase } from '../../server/src/start.ts'
import { startContender } from './contender.ts'
import { fill, placeModels } from './fill.ts'
import { makeShop, type Shop } from './shop.ts'

/** A PostgreSQL of our own, with a furnished shop from which databases of any size are made. */
export interface Stage {
  shop: Shop
  postgres_version: string
  /** The address of a new database with so many orders. */
  databaseWith(orders: number): Promise<string>
  close(): Promise<void>
}

const SEED = 'bench_seed'

export async function openStage(): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'shopwright-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir: folder })
  const addressOf = (name: string) => Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href
  const close = async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await administer(postgres.url, `create database ${SEED}`)
    const shop = await furnish(addressOf(SEED))
    return {
      shop,
      postgres_version: await administer(postgres.url, 'show server_version'),
      async databaseWith(orders) {
        const name = `bench_${orders}`
        await administer(postgres.url, `create database ${name} template ${SEED}`)
        await fill(addressOf(name), orders)
        return addressOf(name)
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function furnish(url: string): Promise<Shop> {
  await prepareDatabase(url)
  const database = openDatabase(readConfiguration({}), url, createLog('warn'))
  const shop = await makeShop(database).finally(() => database.close())
  await administer(url, 'analyze')
  const server = await startContender('shopwright', url)
  await placeModels(server.port, shop).finally(() => server.stop())
  return shop
}

/** Runs a statement on a connection of its own and answers the first value, if there is one. */
async function administer(url: string, statement: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query({ text: statement, rowMode: 'array' })
  await client.end()
  return rows[0]?.[0] ?? ''
}
