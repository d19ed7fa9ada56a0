import type { Task } from '../../../platform/jobs.ts'
import { many, sql } from '../../../platform/sql.ts'
import { lockOrder } from './facts.ts'
import { followOrder } from './follow.ts'

const BATCH = 500

/** Authorizations end by themselves: the orders that time has moved on show it. */
export const refreshPaymentStatus: Task = {
  name: 'orders.refresh_payment_status',
  every: '*/15 * * * *',
  async perform(_, { database, transact }) {
    const due = await many<{ store_id: number; number: number }>(
      database.pool,
      sql`
      select distinct o.store_id, o.number from transactions t
      join orders o on o.store_id = t.store_id and o.number = t.order_number
      where t.type = 'authorize' and t.status = 'succeeded' and t.expires_at > now() - interval '2 days'
        and ((o.payment_status = 'authorized' and t.expires_at <= now() + interval '24 hours')
          or (o.payment_status in ('authorized', 'expiring', 'partially_voided') and t.expires_at <= now()))
      order by o.store_id, o.number limit ${BATCH}`,
    )
    for (const { store_id, number } of due)
      await transact(async db => {
        await lockOrder(db, { id: store_id }, number)
        await followOrder(db, { id: store_id }, number, { now: new Date() })
      })
  },
}
