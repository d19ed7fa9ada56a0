import { many, maybeOne, type Queryable, sql } from '../../../platform/sql.ts'

export interface NewStockRecord {
  variant_id: number
  location_id: number
  num_in_stock?: number
  low_stock_threshold?: number | null
}

/** Makes any number of stock records in one statement, the first count in the ledger; answers their ids in the order of the input. */
export async function createStockRecords(
  db: Queryable,
  store_id: number,
  records: readonly NewStockRecord[],
  reference = 'initial count',
): Promise<number[]> {
  if (records.length === 0) return []
  const rows = await many<{ id: number; variant_id: number; location_id: number }>(
    db,
    sql`
    with created as (
      insert into stock_records (store_id, variant_id, location_id, num_in_stock, low_stock_threshold)
      select ${store_id}, r.variant_id, r.location_id, coalesce(r.num_in_stock, 0), r.low_stock_threshold
      from rows from (jsonb_to_recordset(${JSON.stringify(records)}::jsonb)
        as (variant_id bigint, location_id bigint, num_in_stock integer, low_stock_threshold integer))
        with ordinality as r (variant_id, location_id, num_in_stock, low_stock_threshold, position)
      order by r.position
      returning id, variant_id, location_id, num_in_stock
    ), written as (
      insert into stock_movements (store_id, stock_record_id, in_stock_change, allocated_change, cause, reference)
      select ${store_id}, id, num_in_stock, 0, 'count', ${reference} from created where num_in_stock <> 0 order by id
    )
    select id, variant_id, location_id from created`,
  )
  const keyOf = (row: { variant_id: number; location_id: number }) => `${row.variant_id} at ${row.location_id}`
  const ids = new Map(rows.map(row => [keyOf(row), row.id]))
  return records.map(record => ids.get(keyOf(record))!)
}

/** Sets the units on the shelf to what somebody counted; what is promised stays. Answers whether there is such a record. */
export async function countStock(
  db: Queryable,
  store_id: number,
  id: number,
  num_in_stock: number,
  reference: string,
): Promise<boolean> {
  const counted = await maybeOne(
    db,
    sql`
    with before as (
      select id, num_in_stock from stock_records where store_id = ${store_id} and id = ${id} for no key update
    ), counted as (
      update stock_records r set num_in_stock = ${num_in_stock}, date_updated = now()
      from before
      where r.store_id = ${store_id} and r.id = before.id
      returning r.id, ${num_in_stock}::integer - before.num_in_stock as change
    ), written as (
      insert into stock_movements (store_id, stock_record_id, in_stock_change, allocated_change, cause, reference)
      select ${store_id}, id, change, 0, 'count', ${reference} from counted where change <> 0
    )
    select id from counted`,
  )
  return counted !== undefined
}
