import type { Store } from '../../../platform/caller.ts'
import { notFound } from '../../../platform/errors.ts'
import { type JsonText, maybeOne, one, type Queryable, sql } from '../../../platform/sql.ts'
import { notesView } from './view.ts'

interface NewNote {
  message: string
  app_id: number
  author_id: number | null
}

/** Adds a note to an order and answers its id; 404 when the store has no such order. */
export async function insertNote(db: Queryable, store: Store, number: number, note: NewNote): Promise<number> {
  const row = await maybeOne<{ id: number }>(
    db,
    sql`
    insert into order_notes (store_id, order_number, message, author_id, app_id)
    select o.store_id, o.number, ${note.message}, ${note.author_id}::bigint, ${note.app_id}
    from orders o where o.store_id = ${store.id} and o.number = ${number}
    returning id`,
  )
  if (!row) throw notFound()
  return row.id
}

export async function showNote(db: Queryable, store: Store, id: number): Promise<JsonText> {
  const row = await one<{ json: JsonText }>(db, notesView(sql`n.store_id = ${store.id} and n.id = ${id}`, store.timezone))
  return row.json
}
