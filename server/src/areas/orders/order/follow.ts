import { announce, type Changes, type Subscriber } from '../../../platform/announcements.ts'
import type { Transaction } from '../../../platform/database.ts'
import { decimal } from '../../../platform/money.ts'
import { json, maybeOne, one, run, sql } from '../../../platform/sql.ts'
import { lockOrder, type OrderFacts, readFacts } from './facts.ts'
import { type Standing, standing } from './standing.ts'

interface Changed {
  now: Date
  /** Fields of the order that the caller has changed and saved already. */
  changes?: Changes
  /** What people should know about it, beside the fields. */
  detail?: Record<string, unknown>
  /** The order was reopened by hand, so it does not archive itself at once. */
  staysOpen?: boolean
}

type Shop = { id: number }

/**
 * Brings up to date what follows from the facts of an order, and says `order.updated` when anything changed. A transaction may call
 * it as often as it likes: the version grows by one. The order must be locked.
 */
export async function followOrder(
  db: Transaction,
  store: Shop,
  number: number,
  { now, changes = {}, detail, staysOpen }: Changed,
): Promise<void> {
  const before = await readFacts(db, store.id, number)
  const after = standing(before, now, { staysOpen })
  const all = { ...changes, ...derivedChanges(before, after) }
  if (Object.keys(all).length === 0) return
  await saveEditable(db, store, number, before, after)
  const version = await saveStanding(db, store, number, after, saidVersion(db, store, number))
  await announce(db, store, 'order.updated', { id: number, version, changes: all, detail })
}

/** The version that this transaction has given the order already. */
function saidVersion(db: Transaction, store: Shop, number: number): number | null {
  const said = db.announcements.find(
    ({ type, object_id, store_id }) => type === 'order.updated' && object_id === number && store_id === store.id,
  )
  return said?.object_version ?? null
}

const shown = (value: unknown) => (typeof value === 'bigint' ? decimal(value) : value)

function derivedChanges(before: OrderFacts, after: Standing): Changes {
  const changes: Changes = {}
  for (const field of Object.keys(after) as (keyof Standing)[]) {
    if (field === 'editable') continue
    const pair = { before: shown(before[field]), after: shown(after[field]) }
    if (JSON.stringify(pair.before) !== JSON.stringify(pair.after)) changes[field] = pair
  }
  const editable = new Map(before.lines.map(line => [line.id, line.editable_quantity]))
  const moved = after.editable.filter(line => editable.get(line.id) !== line.editable_quantity)
  if (moved.length > 0)
    changes.editable_quantity = { before: moved.map(({ id }) => ({ id, editable_quantity: editable.get(id) })), after: moved }
  return changes
}

async function saveStanding(db: Transaction, store: Shop, number: number, after: Standing, said: number | null): Promise<number> {
  const { version } = await one<{ version: number }>(
    db,
    sql`
    update orders set status = ${after.status}, fulfillment_status = ${after.fulfillment_status}, payment_status = ${after.payment_status},
      total_outstanding = ${decimal(after.total_outstanding)}, has_split_fulfillment = ${after.has_split_fulfillment},
      partially_fulfilled = ${after.partially_fulfilled}, delivery_statuses = ${after.delivery_statuses}, location_ids = ${after.location_ids},
      version = version + ${said === null ? 1 : 0}, updated_at = now()
    where store_id = ${store.id} and number = ${number}
    returning version`,
  )
  return version
}

async function saveEditable(db: Transaction, store: Shop, number: number, before: OrderFacts, after: Standing): Promise<void> {
  const earlier = new Map(before.lines.map(line => [line.id, line.editable_quantity]))
  const moved = after.editable.filter(({ id, editable_quantity }) => earlier.get(id) !== editable_quantity)
  if (moved.length === 0) return
  await run(
    db,
    sql`
    update order_lines l set editable_quantity = x.editable_quantity, updated_at = now()
    from jsonb_to_recordset(${json(moved)}::jsonb) as x (id bigint, editable_quantity integer)
    where l.store_id = ${store.id} and l.order_number = ${number} and l.id = x.id`,
  )
}

/** Money moved, or was refused: the order that it was for shows it at once. A new order says so by itself. */
export const followTransaction: Subscriber = async (db, { store_id, object_id }) => {
  const found = await maybeOne<{ order_number: number | null }>(
    db,
    sql`select order_number from transactions where store_id = ${store_id} and id = ${object_id}`,
  )
  const number = found?.order_number
  if (
    !number ||
    db.announcements.some(each => each.type === 'order.created' && each.object_id === number && each.store_id === store_id)
  )
    return
  await lockOrder(db, { id: store_id }, number)
  await followOrder(db, { id: store_id }, number, {
    now: new Date(),
    changes: { transactions: { before: null, after: object_id } },
  })
}
