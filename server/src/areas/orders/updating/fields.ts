import { json, one, type Queryable, run, sql } from '../../../platform/sql.ts'
import type { Address } from '../../customers/index.ts'

export type KeptAddress = Partial<Address> & { id?: number }

/** The fields of an order that people write, as they are stored. */
export interface FieldRow {
  shipping_address: KeptAddress | null
  billing_address: KeptAddress | null
  attribution: Record<string, unknown>
  agent_id: number | null
  metadata: unknown
  tags: string[]
}

interface KnownFields extends FieldRow {
  definitions: { object: string; key: string; type: string; validations: { type: string; value: string }[] }[]
  is_agent: boolean
}

/** The fields as they are now, and what new values of them are checked against. */
export function readFields(db: Queryable, store_id: number, number: number, agent_id: number | null): Promise<KnownFields> {
  return one<KnownFields>(
    db,
    sql`
    select o.shipping_address, o.billing_address, o.attribution, o.agent_id, o.metadata, o.tags,
      coalesce((select json_agg(json_build_object('object', d.object, 'key', d.key, 'type', d.type, 'validations', d.validations))
        from metadata_definitions d where d.store_id = o.store_id and d.object in ('order', 'attribution')), '[]') as definitions,
      exists (select from customers c where c.store_id = o.store_id and c.id = ${agent_id}::bigint and c.user_type = 'dashboard') as is_agent
    from orders o where o.store_id = ${store_id} and o.number = ${number}`,
  )
}

/** Stores the fields; an address that is new gets its id here. */
export async function saveFields(db: Queryable, store_id: number, number: number, row: FieldRow): Promise<void> {
  const address = (value: KeptAddress | null) =>
    value === null || value.id !== undefined
      ? sql`${json(value)}::jsonb`
      : sql`jsonb_build_object('id', nextval('order_address_ids')) || ${json(value)}::jsonb`
  await run(
    db,
    sql`
    update orders set shipping_address = ${address(row.shipping_address)}, billing_address = ${address(row.billing_address)},
      attribution = ${json(row.attribution)}::jsonb, agent_id = ${row.agent_id}, metadata = ${json(row.metadata)}::jsonb, tags = ${row.tags}
    where store_id = ${store_id} and number = ${number}`,
  )
}
