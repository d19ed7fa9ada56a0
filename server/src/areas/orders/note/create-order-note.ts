import { announce } from '../../../platform/announcements.ts'
import { write } from '../../../platform/operation.ts'
import { anyOf } from '../../../platform/scopes.ts'
import { OrderPath } from '../order/contract.ts'
import { OrderNote, OrderNoteCreate } from './contract.ts'
import { insertNote, showNote } from './queries.ts'

export default write({
  id: 'ordersNotesCreate',
  summary: 'Add a note to an order.',
  method: 'POST',
  path: '/orders/:number/notes/',
  scopes: anyOf('orders:write'),
  params: OrderPath,
  body: OrderNoteCreate,
  response: OrderNote,

  async handle({ params, body, db, store, actor, app_id }) {
    const author_id = actor.kind === 'user' ? actor.id : null
    const id = await insertNote(db, store, params.number, { message: body.message, app_id, author_id })
    await announce(db, store, 'order_note.created', { id, detail: { order_number: params.number } })
    return showNote(db, store, id)
  },
})
