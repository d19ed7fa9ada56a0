import { type Queryable, run, sql } from '../../../platform/sql.ts'

/** Makes the group the default of a store that has none yet. */
export async function adoptGatewayGroup(db: Queryable, store_id: number, gateway_group_id: number): Promise<void> {
  await run(
    db,
    sql`
    update stores set default_gateway_group_id = ${gateway_group_id}
    where id = ${store_id} and default_gateway_group_id is null`,
  )
}
