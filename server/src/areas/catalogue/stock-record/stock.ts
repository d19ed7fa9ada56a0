import { many, type Queryable, sql } from '../../../platform/sql.ts'

/** So many units of one stock record. */
export interface StockUnits {
  stock_record_id: number
  quantity: number
}

/** A stock record that has too little, with what was wanted of it in sum. */
export interface Short {
  stock_record_id: number
  wanted: number
  available: number
}

/** One change of the counters. A guarded one must leave at least nothing on the shelf that is not promised to somebody. */
interface Movement {
  stock_record_id: number
  in_stock_change: number
  allocated_change: number
  guarded: boolean
}

type Cause = 'allocate' | 'release' | 'ship' | 'return' | 'void' | 'move'

/** Promises the units to an order, or moves nothing and answers which records are short. `reference` says what for in the ledger. */
export function allocateStock(
  db: Queryable,
  store_id: number,
  units: readonly (StockUnits & { allow_backorders: boolean })[],
  reference: string,
): Promise<Short[]> {
  const movements = units.map(unit => movement(unit, 0, 1, !unit.allow_backorders))
  return move(db, store_id, movements, 'allocate', reference)
}

/** Gives promised units back to the shelf. */
export async function releaseStock(
  db: Queryable,
  store_id: number,
  units: readonly StockUnits[],
  reference: string,
): Promise<void> {
  await moveAll(
    db,
    store_id,
    units.map(unit => movement(unit, 0, -1)),
    'release',
    reference,
  )
}

/** Takes promised units out of the house. */
export async function shipStock(db: Queryable, store_id: number, units: readonly StockUnits[], reference: string): Promise<void> {
  await moveAll(
    db,
    store_id,
    units.map(unit => movement(unit, -1, -1)),
    'ship',
    reference,
  )
}

/** Undoes a shipment: the units are back, and still promised. */
export async function unshipStock(
  db: Queryable,
  store_id: number,
  units: readonly StockUnits[],
  reference: string,
): Promise<void> {
  await moveAll(
    db,
    store_id,
    units.map(unit => movement(unit, 1, 1)),
    'void',
    reference,
  )
}

/** Puts units that a customer sent back on the shelf. */
export async function returnStock(
  db: Queryable,
  store_id: number,
  units: readonly StockUnits[],
  reference: string,
): Promise<void> {
  await moveAll(
    db,
    store_id,
    units.map(unit => movement(unit, 1, 0)),
    'return',
    reference,
  )
}

/** Promises the units at other records instead of those that promised them so far, or moves nothing and answers what is short. */
export function moveAllocation(
  db: Queryable,
  store_id: number,
  from: readonly StockUnits[],
  to: readonly (StockUnits & { allow_backorders: boolean })[],
  reference: string,
): Promise<Short[]> {
  const leaving = from.map(unit => movement(unit, 0, -1))
  const arriving = to.map(unit => movement(unit, 0, 1, !unit.allow_backorders))
  return move(db, store_id, [...leaving, ...arriving], 'move', reference)
}

function movement(
  { stock_record_id, quantity }: StockUnits,
  in_stock: -1 | 0 | 1,
  allocated: -1 | 0 | 1,
  guarded = false,
): Movement {
  if (!Number.isSafeInteger(quantity) || quantity < 0) throw new RangeError(`Not a number of units: ${quantity}`)
  return { stock_record_id, in_stock_change: in_stock * quantity, allocated_change: allocated * quantity, guarded }
}

async function moveAll(db: Queryable, store_id: number, movements: Movement[], cause: Cause, reference: string): Promise<void> {
  const [lost] = await move(db, store_id, movements, cause, reference)
  if (lost) throw new Error(`Stock record ${lost.stock_record_id} of store ${store_id} cannot ${cause} units.`)
}

// All rows are locked in one order, so that opposite movements queue up instead of waiting for each other in a circle; the counters
// that are checked are those of the locked rows. The lock lets orders refer to the record meanwhile. Nothing moves if anything is short.
async function move(db: Queryable, store_id: number, movements: Movement[], cause: Cause, reference: string): Promise<Short[]> {
  const moving = movements.filter(({ in_stock_change, allocated_change }) => in_stock_change !== 0 || allocated_change !== 0)
  if (moving.length === 0) return []
  const ids = [...new Set(moving.map(({ stock_record_id }) => stock_record_id))].sort((a, b) => a - b)
  return many<Short>(
    db,
    sql`
    with wanted as (
      select stock_record_id, sum(in_stock_change)::bigint as in_stock, sum(allocated_change)::bigint as allocated, bool_or(guarded) as guarded
      from jsonb_to_recordset(${JSON.stringify(moving)}::jsonb)
        as m (stock_record_id bigint, in_stock_change bigint, allocated_change bigint, guarded boolean)
      group by stock_record_id
    ), locked as (
      select id, num_in_stock, num_allocated from stock_records
      where store_id = ${store_id} and id = any(${ids}::bigint[])
      order by id
      for no key update
    ), short as (
      select w.stock_record_id, w.allocated as wanted, greatest(coalesce(l.num_in_stock::bigint - l.num_allocated, 0), 0) as available
      from wanted w
      left join locked l on l.id = w.stock_record_id
      where l.id is null
         or (w.guarded and w.allocated > 0 and l.num_in_stock::bigint - l.num_allocated < w.allocated)
         or greatest(l.num_allocated + w.allocated, l.num_in_stock + w.in_stock) > ${COUNT_MAX}
    ), moved as (
      update stock_records r
      set num_in_stock = r.num_in_stock + w.in_stock, num_allocated = r.num_allocated + w.allocated, date_updated = now()
      from wanted w
      where r.store_id = ${store_id} and r.id = w.stock_record_id and not exists (select from short)
      returning r.id, w.in_stock, w.allocated
    ), written as (
      insert into stock_movements (store_id, stock_record_id, in_stock_change, allocated_change, cause, reference)
      select ${store_id}, id, in_stock, allocated, ${cause}, ${reference} from moved order by id
    )
    select stock_record_id, wanted, available from short order by stock_record_id`,
  )
}

/** What the counters can hold. */
const COUNT_MAX = 2_147_483_647
