import type { Store } from '../../../platform/caller.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Reply } from '../../../platform/operation.ts'
import { type JsonText, maybeOne, type Queryable, sql } from '../../../platform/sql.ts'
import { orderView } from './view.ts'

/** The order as clients see it, with its version; 404 when the store has no such order. */
export async function showOrder(db: Queryable, store: Store, number: number): Promise<Reply> {
  const row = await maybeOne<{ version: number; json: JsonText }>(db, orderView(store, number))
  if (!row) throw notFound()
  return { body: row.json, version: row.version }
}

/** 404 when the store has no such order. */
export async function requireOrder(db: Queryable, store: Store, number: number): Promise<void> {
  if (!(await maybeOne(db, sql`select 1 from orders where store_id = ${store.id} and number = ${number}`))) throw notFound()
}
