import { many, type Queryable, run, sql } from '../../../platform/sql.ts'
import type { BenefitType, ConditionType } from './candidate.ts'

/** Goods by product and category. */
export interface NewRange {
  name?: string
  all_products?: boolean
  product_ids?: readonly number[]
  category_ids?: readonly number[]
}

export interface NewOffer {
  name: string
  description?: string
  kind: 'site' | 'voucher'
  currency: string
  priority?: number
  exclusive?: boolean
  /** Without a range, of all products. */
  condition: { type: ConditionType; value: string; range?: NewRange }
  benefit: { type: BenefitType; value: string; range?: NewRange; max_affected_items?: number | null }
  start_at?: string
  end_at?: string | null
  max_cart_applications?: number | null
  max_user_applications?: number | null
  max_global_applications?: number | null
  max_total_discount?: string | null
  only_subscription?: boolean
  only_first_order?: boolean
  status?: 'active' | 'suspended'
}

/** Makes offers with the ranges of their conditions and benefits; answers the ids in the order of the input. */
export async function createOffers(db: Queryable, store_id: number, offers: readonly NewOffer[]): Promise<number[]> {
  const ranges = await createRanges(
    db,
    store_id,
    offers.flatMap(({ name, condition, benefit }) => [rangeOf(name, condition.range), rangeOf(name, benefit.range)]),
  )
  const rows = offers.map(({ condition, benefit, ...offer }, index) => ({
    ...offer,
    condition_type: condition.type,
    condition_value: condition.value,
    condition_range_id: ranges[2 * index],
    benefit_type: benefit.type,
    benefit_value: benefit.value,
    benefit_range_id: ranges[2 * index + 1],
    max_affected_items: benefit.max_affected_items,
  }))
  const created = await many<{ id: number }>(
    db,
    sql`
    insert into offers (store_id, name, description, kind, currency, priority, exclusive, condition_type, condition_value, condition_range_id,
      benefit_type, benefit_value, benefit_range_id, max_affected_items, start_at, end_at, max_cart_applications, max_user_applications,
      max_global_applications, max_total_discount, only_subscription, only_first_order, status)
    select ${store_id}, name, coalesce(description, ''), kind, currency, coalesce(priority, 0), coalesce(exclusive, false), condition_type,
      condition_value, condition_range_id, benefit_type, benefit_value, benefit_range_id, max_affected_items, coalesce(start_at, now()), end_at,
      max_cart_applications, max_user_applications, max_global_applications, max_total_discount, coalesce(only_subscription, false),
      coalesce(only_first_order, false), coalesce(status, 'active')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as o (name text, description text, kind text, currency text, priority integer,
      exclusive boolean, condition_type text, condition_value numeric, condition_range_id bigint, benefit_type text, benefit_value numeric,
      benefit_range_id bigint, max_affected_items integer, start_at timestamptz, end_at timestamptz, max_cart_applications integer,
      max_user_applications integer, max_global_applications integer, max_total_discount numeric, only_subscription boolean,
      only_first_order boolean, status text)
    order by condition_range_id
    returning id`,
  )
  return inOrder(created)
}

/** Lets an offer work together with others, and them with it. */
export async function combineOffers(db: Queryable, store_id: number, offer_id: number, others: readonly number[]): Promise<void> {
  await run(
    db,
    sql`
    insert into offer_combinations (store_id, offer_id, other_offer_id)
    select distinct ${store_id}::bigint, least(other, ${offer_id}::bigint), greatest(other, ${offer_id}::bigint)
    from unnest(${[...others]}::bigint[]) as o (other)
    on conflict do nothing`,
  )
}

function rangeOf(offer_name: string, range: NewRange = { all_products: true }): NewRange {
  return { name: offer_name, ...range }
}

async function createRanges(db: Queryable, store_id: number, ranges: readonly NewRange[]): Promise<number[]> {
  const created = await many<{ id: number }>(
    db,
    sql`
    insert into ranges (store_id, name, all_products, product_ids, category_ids)
    select ${store_id}, r.name, coalesce(r.all_products, false), coalesce(r.product_ids, '{}'), coalesce(r.category_ids, '{}')
    from rows from (jsonb_to_recordset(${JSON.stringify(ranges)}::jsonb)
      as (name text, all_products boolean, product_ids bigint[], category_ids bigint[]))
      with ordinality as r (name, all_products, product_ids, category_ids, position)
    order by r.position
    returning id`,
  )
  return inOrder(created)
}

/** Rows are inserted in the order of the input, so their ids ascend in it. */
function inOrder(created: readonly { id: number }[]): number[] {
  return created.map(({ id }) => id).sort((a, b) => a - b)
}
