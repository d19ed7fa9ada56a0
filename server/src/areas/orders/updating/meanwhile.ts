import type { Store } from '../../../platform/caller.ts'
import { conflict, problem } from '../../../platform/errors.ts'
import { many, type Queryable, sql } from '../../../platform/sql.ts'
import { showOrder } from '../order/queries.ts'

/** 409 with the order as it is now, when somebody changed one of the fields that are sent since the version that the sender knows. */
export async function refuseChangedMeanwhile(
  db: Queryable,
  store: Store,
  number: number,
  sent: ReadonlySet<string>,
  version: number,
): Promise<void> {
  const rows = await many<{ field: string }>(
    db,
    sql`
    select distinct field from events e cross join lateral jsonb_object_keys(e.changes) field
    where e.store_id = ${store.id} and e.object_type = 'order' and e.object_id = ${number} and e.object_version > ${version}`,
  )
  const changed = rows
    .map(({ field }) => field)
    .filter(field => sent.has(field))
    .sort()
  if (changed.length === 0) return
  const { body } = await showOrder(db, store, number)
  const message = 'Somebody else changed this since you read it.'
  throw conflict(
    'changed_meanwhile',
    `Somebody else changed ${changed.join(', ')} meanwhile; \`current\` is the order as it is now.`,
    changed.map(field => ({ ...problem(field, 'invalid', message), code: 'conflict' })),
    { body: { current: JSON.parse(body as string) } },
  )
}
