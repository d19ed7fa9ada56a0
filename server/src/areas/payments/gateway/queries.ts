import { maybeOne, type Queryable, type Sql, sql } from '../../../platform/sql.ts'
import type { Gateway } from './gateway.ts'

/** A gateway as JSON; `g` is its row and `weight` its share of the group. */
export const gatewayJson = (weight = sql`1`) => sql`
  json_build_object('id', g.id, 'name', g.name, 'gateway_type', g.gateway_type, 'active', g.active, 'currencies', g.currencies,
    'card_types', g.card_types, 'payment_methods', g.payment_methods, 'payment_flow', g.payment_flow, 'enable_3ds2', g.enable_3ds2,
    'optimized_3ds', g.optimized_3ds, 're_attemp_intitial_charge', g.re_attemp_intitial_charge, 're_attemp_group', g.re_attemp_group,
    'statement_descriptor', g.statement_descriptor, 'weight', ${weight})`

/** The gateways of a group as a JSON array, null when there is no such group. */
export const groupMembers = (store_id: number, group_id: number | Sql) => sql`
  (select coalesce(json_agg(${gatewayJson(sql`m.weight`)}) filter (where g.id is not null), '[]')
   from gateway_groups gg
   left join gateway_group_members m on m.store_id = gg.store_id and m.gateway_group_id = gg.id
   left join gateways g on g.store_id = m.store_id and g.id = m.gateway_id
   where gg.store_id = ${store_id} and gg.id = ${group_id}
   group by gg.id)`

/** The members of a group; none when it does not exist. */
export async function listGroup(db: Queryable, store: { id: number }, group_id: number): Promise<Gateway[]> {
  const found = await maybeOne<{ members: Gateway[] | null }>(db, sql`select ${groupMembers(store.id, group_id)} as members`)
  return found?.members ?? []
}
