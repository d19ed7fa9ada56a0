import { many, type Queryable, sql } from '../../../platform/sql.ts'

export interface NewTaxRate {
  /** Absent, the whole country; else states separated by vertical bars. */
  state?: string
  percent: string
  display_name: string
  apply_to_shipping?: boolean
  compound?: boolean
}

export interface NewTaxRegion {
  country: string
  enabled?: boolean
  rates?: readonly NewTaxRate[]
  /** Rates that replace all others for the products of a category. */
  overrides?: readonly { category_id: number; percent: string; display_name: string }[]
}

export interface CreatedTaxRegion {
  id: number
  country: string
  /** In the order of the input. */
  rate_ids: number[]
  override_ids: number[]
}

/** Makes the tax regions of countries with their rates and overrides, all in one statement. */
export async function createTaxes(
  db: Queryable,
  store_id: number,
  regions: readonly NewTaxRegion[],
): Promise<CreatedTaxRegion[]> {
  const rates = regions.flatMap(({ country, rates = [] }) => rates.map(rate => ({ country, ...rate })))
  const overrides = regions.flatMap(({ country, overrides = [] }) => overrides.map(override => ({ country, ...override })))
  const created = await many<CreatedTaxRegion>(
    db,
    sql`
    with regions as (
      insert into tax_regions (store_id, country, enabled)
      select ${store_id}, country, coalesce(enabled, true) from jsonb_to_recordset(${JSON.stringify(regions)}::jsonb) as r (country text, enabled boolean)
      returning id, country
    ), rates as (
      insert into tax_rates (store_id, tax_region_id, state, percent, display_name, apply_to_shipping, compound)
      select ${store_id}, region.id, coalesce(r.state, '*'), r.percent, r.display_name, coalesce(r.apply_to_shipping, false), coalesce(r.compound, false)
      from rows from (jsonb_to_recordset(${JSON.stringify(rates)}::jsonb)
        as (country text, state text, percent numeric, display_name text, apply_to_shipping boolean, compound boolean))
        with ordinality as r (country, state, percent, display_name, apply_to_shipping, compound, position)
      join regions region on region.country = r.country
      order by r.position
      returning id, tax_region_id
    ), overrides as (
      insert into tax_overrides (store_id, tax_region_id, category_id, percent, display_name)
      select ${store_id}, region.id, o.category_id, o.percent, o.display_name
      from rows from (jsonb_to_recordset(${JSON.stringify(overrides)}::jsonb) as (country text, category_id bigint, percent numeric, display_name text))
        with ordinality as o (country, category_id, percent, display_name, position)
      join regions region on region.country = o.country
      order by o.position
      returning id, tax_region_id
    )
    select id, country,
      (select coalesce(json_agg(r.id order by r.id), '[]') from rates r where r.tax_region_id = regions.id) as rate_ids,
      (select coalesce(json_agg(o.id order by o.id), '[]') from overrides o where o.tax_region_id = regions.id) as override_ids
    from regions`,
  )
  const places = new Map(regions.map(({ country }, place) => [country, place]))
  return created.sort((a, b) => places.get(a.country)! - places.get(b.country)!)
}
