import { Type } from 'typebox'
import { read } from '../../../platform/operation.ts'
import { PageQuery, page } from '../../../platform/pagination.ts'
import { Page } from '../../../platform/schema.ts'
import { anyOf } from '../../../platform/scopes.ts'
import { sql } from '../../../platform/sql.ts'
import { OrderPath } from '../order/contract.ts'
import { requireOrder } from '../order/queries.ts'
import { OrderNote } from './contract.ts'
import { notesView } from './view.ts'

export default read({
  id: 'ordersNotesList',
  summary: 'List the notes of an order, newest first.',
  method: 'GET',
  path: '/orders/:number/notes/',
  scopes: anyOf('orders:read'),
  params: OrderPath,
  query: Type.Object(PageQuery),
  response: Page(OrderNote),

  async handle({ params, query, db, store, links }) {
    await requireOrder(db, store, params.number)
    const ofOrder = sql`n.store_id = ${store.id} and n.order_number = ${params.number}`
    return page(
      db,
      links,
      query,
      sql`n.id`,
      (within, ordered) => sql`${notesView(sql`${ofOrder} and ${within}`, store.timezone)} ${ordered}`,
    )
  },
})
