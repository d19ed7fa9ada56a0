import { one, type Queryable, run, sql } from '../../../platform/sql.ts'
import { adoptGatewayGroup } from '../../stores/index.ts'

export interface NewGateway {
  name: string
  gateway_type: 'test' | 'stripe'
  active?: boolean
  /** Empty takes every currency; the same for `card_types`. */
  currencies?: readonly string[]
  card_types?: readonly string[]
  payment_methods?: readonly string[]
  payment_flow?: 'charge' | 'auth-capture'
  auto_capture_on_fulfillment?: boolean
  delayed_capture_days?: number | null
  re_attemp_intitial_charge?: boolean
  re_attemp_group?: number | null
  statement_descriptor?: string | null
}

/** Makes a gateway; a store has at most one of the type `test`. */
export async function createGateway(db: Queryable, store_id: number, gateway: NewGateway): Promise<number> {
  const { active = true, currencies = [], card_types = [], payment_methods = ['bankcard'], payment_flow = 'charge' } = gateway
  const { auto_capture_on_fulfillment = false, delayed_capture_days = null, statement_descriptor = null } = gateway
  const { id } = await one<{ id: number }>(
    db,
    sql`
    insert into gateways (store_id, name, gateway_type, active, currencies, card_types, payment_methods, payment_flow,
      auto_capture_on_fulfillment, delayed_capture_days, re_attemp_intitial_charge, re_attemp_group, statement_descriptor)
    values (${store_id}, ${gateway.name}, ${gateway.gateway_type}, ${active}, ${[...currencies]}::text[], ${[...card_types]}::text[],
      ${[...payment_methods]}::text[], ${payment_flow}, ${auto_capture_on_fulfillment}, ${delayed_capture_days},
      ${gateway.re_attemp_intitial_charge ?? false}, ${gateway.re_attemp_group ?? null}, ${statement_descriptor})
    returning id`,
  )
  return id
}

/** Makes a group of gateways that share the payments by weight; the first group of a store becomes its default. */
export async function createGatewayGroup(
  db: Queryable,
  store_id: number,
  group: { name: string; members: readonly { gateway_id: number; weight: number }[] },
): Promise<number> {
  const { id } = await one<{ id: number }>(
    db,
    sql`
    with created as (
      insert into gateway_groups (store_id, name) values (${store_id}, ${group.name}) returning id
    ), members as (
      insert into gateway_group_members (store_id, gateway_group_id, gateway_id, weight)
      select ${store_id}, created.id, m.gateway_id, m.weight
      from created, jsonb_to_recordset(${JSON.stringify(group.members)}::jsonb) as m (gateway_id bigint, weight integer)
    )
    select id from created`,
  )
  await adoptGatewayGroup(db, store_id, id)
  return id
}

/** Sets whether a gateway charges at once or first reserves the money. */
export async function setPaymentFlow(
  db: Queryable,
  store_id: number,
  gateway_id: number,
  payment_flow: 'charge' | 'auth-capture',
): Promise<void> {
  await run(
    db,
    sql`update gateways set payment_flow = ${payment_flow}, updated_at = now() where store_id = ${store_id} and id = ${gateway_id}`,
  )
}
