import { createHash } from 'node:crypto'
import { operations } from '../app.ts'
import { createToken } from '../areas/access/index.ts'
import { createStore } from '../areas/stores/index.ts'
import type { Configuration } from '../platform/config.ts'
import type { Database, Origin } from '../platform/database.ts'
import { createFileStore, type FileStore } from '../platform/files.ts'
import { maybeOne, type Queryable, run, sql } from '../platform/sql.ts'
import { conductOrders } from './conduct.ts'
import { openCounter } from './counter.ts'
import { furnish, type Shop } from './furnish.ts'
import { drawPicture } from './images.ts'
import { planOrders } from './orders.ts'
import { GOODS } from './products.ts'
import { showProgress } from './progress.ts'
import { type Random, randomFrom } from './random.ts'
import { STORE } from './story.ts'

export interface DemoOptions {
  /** Also on a database that has stores already. */
  force?: boolean
  /** Ends it early: the store is there then, with fewer orders. */
  signal?: AbortSignal
}

export interface DemoResult {
  store: string
  token: string
}

interface Ground {
  database: Database
  configuration: Pick<Configuration, 'data_dir' | 'files_url' | 'public_url' | 'page_size'>
}

const ORIGIN: Origin = { actor: { kind: 'system', id: null, name: 'demo' }, request_id: null }
// Any fixed number: two processes that start on one empty database make one store.
const ADVISORY_LOCK = 7_346_201_912
const SEED = 1_850

/** Makes the demo store on a database without stores; null when it is there, or other stores are. */
export async function ensureDemoStore({ database, configuration }: Ground, options: DemoOptions): Promise<DemoResult | null> {
  if (await isInTheWay(database.pool, options)) return null
  const random = randomFrom(SEED)
  const now = new Date()
  const pictures = await drawPictures(createFileStore(configuration))
  const made = await database.transact(ORIGIN, db => makeShop(db, pictures, random, now, options))
  if (!made) return null
  await takeOrders({ database, configuration }, made, random, now, options.signal ?? new AbortController().signal)
  return { store: STORE.name, token: made.token }
}

async function isInTheWay(db: Queryable, { force }: DemoOptions): Promise<boolean> {
  return (await maybeOne(db, sql`select id from stores where ${!force} or label = ${STORE.label} limit 1`)) !== undefined
}

/** The paths of the pictures of all goods. What is in a file is in its name, because a served file never changes. */
async function drawPictures(files: FileStore): Promise<string[]> {
  const draw = async (index: number) => {
    const good = GOODS[index]!
    const bytes = await drawPicture(good, index)
    const path = `products/${good.sku.toLowerCase()}-${createHash('sha256').update(bytes).digest('hex').slice(0, 10)}.webp`
    await files.put(path, bytes, 'image/webp')
    return path
  }
  return Promise.all(GOODS.keys().map(draw))
}

type Made = { shop: Shop; token: string }

async function makeShop(
  db: Parameters<typeof furnish>[0],
  pictures: readonly string[],
  random: Random,
  now: Date,
  options: DemoOptions,
): Promise<Made | null> {
  await run(db, sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`)
  if (await isInTheWay(db, options)) return null
  const store_id = await createStore(db, STORE)
  const shop = await furnish(db, store_id, pictures, random, now)
  return { shop, token: await createToken(db, store_id, 'Demo', ['admin:read', 'admin:write']) }
}

async function takeOrders(
  { database, configuration }: Ground,
  { shop, token }: Made,
  random: Random,
  now: Date,
  signal: AbortSignal,
): Promise<void> {
  const plans = planOrders(shop, random)
  const counter = await openCounter(database, configuration, operations, token)
  const progress = showProgress(plans.length)
  try {
    await conductOrders(plans, { database, counter, shop, now, signal, onPlaced: progress.step })
  } finally {
    progress.end()
    await counter.close()
  }
}
