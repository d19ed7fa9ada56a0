import { createToken } from '../areas/access/index.ts'
import { createStore } from '../areas/stores/index.ts'
import type { Origin } from '../platform/database.ts'
import { maybeOne, run, sql } from '../platform/sql.ts'
import type { Running } from '../start.ts'

export interface DemoOptions {
  /** Also on a database that has stores already. */
  force?: boolean
}

export interface DemoResult {
  store: string
  token: string
}

const ORIGIN: Origin = { actor: { kind: 'system', id: null, name: 'demo' }, request_id: null }
// Any fixed number: two processes that start on one empty database make one store.
const ADVISORY_LOCK = 7_346_201_912

/** Makes the demo store on a database without stores; null when it is there, or other stores are. */
export async function ensureDemoStore({ database }: Pick<Running, 'database'>, options: DemoOptions): Promise<DemoResult | null> {
  const store = { name: 'Harbour Lights', label: 'harbour-lights', currencies: [{ code: 'USD' }, { code: 'EUR' }] }
  return database.transact(ORIGIN, async db => {
    await run(db, sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`)
    const inTheWay = await maybeOne(db, sql`select id from stores where ${!options.force} or label = ${store.label} limit 1`)
    if (inTheWay) return null
    const store_id = await createStore(db, store)
    return { store: store.name, token: await createToken(db, store_id, 'Demo', ['admin:read', 'admin:write']) }
  })
}
