import type { Database } from './platform/database.ts'
import { many, run, sql } from './platform/sql.ts'

/** A stored figure that disagrees with the facts it follows from. */
export interface Finding {
  store_id: number
  invariant: string
  subject: string
  stored: string
  expected: string
}

type Check = (database: Database) => Promise<Finding[]>

interface DoctorOptions {
  database: Database
  repair: boolean
}

/** Compares what follows from facts with the facts. Repairing sets the stock counters right; other findings want a person. */
export async function examine({ database, repair }: DoctorOptions): Promise<{ findings: Finding[]; repaired: number }> {
  const findings = (await Promise.all(checks.map(check => check(database)))).flat()
  const wantsRepair = repair && findings.some(({ invariant }) => invariant.startsWith('stock'))
  return { findings, repaired: wantsRepair ? await repairStock(database) : 0 }
}

// What the ledger says, and what is promised to orders: the units left on fulfillment orders that are not canceled.
const stockFacts = sql`
  select r.store_id, r.id, r.num_in_stock, r.num_allocated,
    (select coalesce(sum(m.in_stock_change), 0) from stock_movements m
      where m.store_id = r.store_id and m.stock_record_id = r.id) as ledger_in_stock,
    (select coalesce(sum(m.allocated_change), 0) from stock_movements m
      where m.store_id = r.store_id and m.stock_record_id = r.id) as ledger_allocated,
    (select coalesce(sum(l.quantity - l.fulfilled_quantity), 0) from fulfillment_order_lines l
      join fulfillment_orders f on f.store_id = l.store_id and f.id = l.fulfillment_order_id
      where l.store_id = r.store_id and l.stock_record_id = r.id and l.tracked and f.status <> 'canceled') as promised
  from stock_records r`

const stockOnShelf: Check = ({ reads }) =>
  many(
    reads,
    sql`select store_id, 'stock on the shelf equals its ledger' as invariant, 'stock record ' || id as subject,
      num_in_stock::text as stored, ledger_in_stock::text as expected
    from (${stockFacts}) facts where num_in_stock <> ledger_in_stock order by store_id, id`,
  )

const stockPromised: Check = ({ reads }) =>
  many(
    reads,
    sql`select store_id, 'stock promised equals the units left on fulfillment orders' as invariant, 'stock record ' || id as subject,
      num_allocated::text as stored, promised::text as expected
    from (${stockFacts}) facts where num_allocated <> promised order by store_id, id`,
  )

const stockPromisedInLedger: Check = ({ reads }) =>
  many(
    reads,
    sql`select store_id, 'stock promised equals its ledger' as invariant, 'stock record ' || id as subject,
      num_allocated::text as stored, ledger_allocated::text as expected
    from (${stockFacts}) facts where num_allocated <> ledger_allocated order by store_id, id`,
  )

/** What is compared; further invariants are added here. */
const checks: readonly Check[] = [stockOnShelf, stockPromised, stockPromisedInLedger]

/** Sets the counters to the facts while nobody moves stock, and the ledger to what is promised. Answers how many records it changed. */
function repairStock(database: Database): Promise<number> {
  const origin = { actor: { kind: 'system' as const, id: null, name: 'doctor' }, request_id: null }
  return database.transact(origin, async db => {
    await run(db, sql`lock table stock_records in exclusive mode`)
    return run(
      db,
      sql`
      with facts as (${stockFacts}), written as (
        insert into stock_movements (store_id, stock_record_id, in_stock_change, allocated_change, cause, reference)
        select store_id, id, 0, promised - ledger_allocated, 'count', 'doctor' from facts where promised <> ledger_allocated
        returning store_id, stock_record_id)
      update stock_records r set num_in_stock = facts.ledger_in_stock, num_allocated = facts.promised, date_updated = now()
      from facts
      where r.store_id = facts.store_id and r.id = facts.id
        and (facts.num_in_stock <> facts.ledger_in_stock or facts.num_allocated <> facts.promised or facts.ledger_allocated <> facts.promised)`,
    )
  })
}
