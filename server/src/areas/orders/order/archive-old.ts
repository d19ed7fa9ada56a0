import type { Task } from '../../../platform/jobs.ts'
import { many, run, sql } from '../../../platform/sql.ts'
import { lockOrder } from './facts.ts'
import { followOrder } from './follow.ts'

const BATCH = 1_000

/** Orders that nobody has touched for half a year leave the list of open ones. */
export const archiveOld: Task = {
  name: 'orders.archive_old',
  every: '20 3 * * *',
  async perform(_, { database, transact }) {
    const isOld = sql`status = 'open' and updated_at < now() - interval '6 months'`
    for (;;) {
      const due = await many<{ store_id: number; number: number }>(
        database.pool,
        sql`select store_id, number from orders where ${isOld} order by store_id, number limit ${BATCH}`,
      )
      for (const { store_id, number } of due)
        await transact(async db => {
          const store = { id: store_id }
          await lockOrder(db, store, number)
          // Asked again under the lock: somebody may have touched it since the list was read.
          const archived = await run(
            db,
            sql`update orders set status = 'archived' where store_id = ${store_id} and number = ${number} and ${isOld}`,
          )
          if (archived > 0)
            await followOrder(db, store, number, { now: new Date(), changes: { status: { before: 'open', after: 'archived' } } })
        })
      if (due.length < BATCH) return
    }
  },
}
