import type { Store } from '../platform/caller.ts'
import { many, type Queryable, sql } from '../platform/sql.ts'

/** The store of a label, or the only one there is. */
export async function chooseStore(db: Queryable, label: string | undefined): Promise<Store> {
  const stores = await many<Store>(db, sql`select id, label, timezone, primary_domain from stores order by id`)
  const labels = stores.map(store => store.label).join(', ')
  if (stores.length === 0) throw new Error('There is no store yet: make one with "shopwright store create".')
  if (label === undefined && stores.length > 1) throw new Error(`Say which store with --store; there are ${labels}.`)
  const chosen = label === undefined ? stores[0] : stores.find(store => store.label === label)
  if (!chosen) throw new Error(`There is no store "${label}"; there are ${labels}.`)
  return chosen
}
