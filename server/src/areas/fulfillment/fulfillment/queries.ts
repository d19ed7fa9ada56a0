import type { Store } from '../../../platform/caller.ts'
import { type JsonText, one, type Queryable, sql } from '../../../platform/sql.ts'
import { fulfillmentView } from './view.ts'

/** The fulfillment as clients see it; it must be there. */
export async function showFulfillment(db: Queryable, store: Store, id: number): Promise<JsonText> {
  const row = await one<{ json: JsonText }>(db, fulfillmentView(sql`f.store_id = ${store.id} and f.id = ${id}`, store.timezone))
  return row.json
}
