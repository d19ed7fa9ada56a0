import { one, type Queryable, type Sql, sql } from '../../../platform/sql.ts'
import { METHOD_FAILED, TIMED_OUT } from '../intent/response-codes.ts'
import { isGivenTooOften } from './rules.ts'

/** How often gateways declined a card in the last ten minutes; what the shop refused itself does not count. */
export const recentDeclines = (store_id: number, fingerprint: string | Sql): Sql => sql`
  (select count(*)::integer from transactions f
   where f.store_id = ${store_id} and f.card_fingerprint = ${fingerprint}::text and f.status = 'failed'
     and f.type in ('debit', 'authorize') and f.gateway_id is not null
     and f.response_code not in (${METHOD_FAILED}, ${TIMED_OUT}) and f.date_created > now() - interval '600 seconds')`

/** Whether the store would refuse the card of a transaction after one more decline. */
export async function restsAfter(db: Queryable, store: { id: number }, fingerprint: string): Promise<boolean> {
  const found = await one<{ throttles: boolean; declines: number }>(
    db,
    sql`select throttle_declining_cards as throttles, ${recentDeclines(store.id, fingerprint)} as declines
      from stores where id = ${store.id}`,
  )
  return found.throttles && isGivenTooOften(found.declines + 1)
}
