import type { Changes } from '../../../platform/announcements.ts'
import type { Store } from '../../../platform/caller.ts'
import type { Transaction } from '../../../platform/database.ts'
import { conflict } from '../../../platform/errors.ts'
import { run, sql } from '../../../platform/sql.ts'
import { bringAbout, type FulfillmentStatus } from '../../fulfillment/index.ts'
import type { Intent } from '../../payments/index.ts'
import { beginCancel } from '../cancellation/begin.ts'
import { type OrderFacts, readFacts } from '../order/facts.ts'
import { followOrder } from '../order/follow.ts'
import { countShipped } from '../shipping/queries.ts'
import type { OrderUpdate } from './contract.ts'
import { type FieldRow, readFields, saveFields } from './fields.ts'
import { decideFields, refuseFields, refuseStatus, refuseUnlessOpen } from './rules.ts'

export interface Updating {
  update: OrderUpdate
  /** Whether the attribution is replaced as a whole. */
  replaces: boolean
  now: Date
}

type Fields = { row: FieldRow; changes: Changes }

/** Updates a locked order: all of it or nothing. Answers what gateways have to do first, if it shall be canceled. */
export async function applyUpdate(
  db: Transaction,
  store: Store,
  order: OrderFacts,
  { update, replaces, now }: Updating,
): Promise<Intent[]> {
  const known = await readFields(db, store.id, order.number, update.attribution?.agent ?? null)
  const fields = decideFields(update, known, replaces)
  refuseFields(order, fields.changes, fields.row)
  const status = update.status === undefined || update.status === order.status ? null : update.status
  const command = update.fulfillment_status === order.fulfillment_status ? null : (update.fulfillment_status ?? null)
  if (status === 'canceled' && order.status !== 'canceled') return cancel(db, store, order, command, fields, now)

  if (hasAny(fields.changes)) await saveFields(db, store.id, order.number, fields.row)
  if (command) await bring(db, store, order, command, now)
  if (status) await saveStatus(db, store, order, status)
  const changes = { ...fields.changes, ...(status ? { status: { before: order.status, after: status } } : {}) }
  // An order that was reopened by hand stays so until something is shipped or paid.
  await followOrder(db, store, order.number, { now, changes, staysOpen: command === null || status === 'open' })
  return []
}

const hasAny = (changes: Changes) => Object.keys(changes).length > 0

async function bring(db: Transaction, store: Store, order: OrderFacts, command: FulfillmentStatus, now: Date): Promise<void> {
  refuseUnlessOpen(order, 'fulfillment status')
  const parcels = await bringAbout(db, store, await readFacts(db, store.id, order.number), command, now)
  await countShipped(db, store.id, order.number, parcels)
}

async function saveStatus(db: Transaction, store: Store, order: OrderFacts, wanted: string): Promise<void> {
  refuseStatus(await readFacts(db, store.id, order.number), wanted)
  await run(db, sql`update orders set status = ${wanted} where store_id = ${store.id} and number = ${order.number}`)
}

function cancel(
  db: Transaction,
  store: Store,
  order: OrderFacts,
  command: string | null,
  fields: Fields,
  now: Date,
): Promise<Intent[]> {
  // Our choice: canceling leaves no fulfillment order that could be brought into a status, so both in one request is refused.
  if (command)
    throw conflict(
      'fulfillment_status_conflict',
      'An order that is canceled cannot get another fulfillment status in the same request.',
    )
  const wish = { reason: 'canceled by update', full_refund: false, notify: false, idempotency: null, now }
  return beginCancel(db, store, order, { ...wish, fields: hasAny(fields.changes) ? fields : null })
}
