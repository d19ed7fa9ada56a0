import { type Queryable, run, sql } from '../platform/sql.ts'

/**
 * Tells the database how large its tables have become: after the first batch and each time the work has grown fourfold. Without it, plans
 * made for empty tables would read every row of the large ones, until the daily round of the database comes by.
 */
export function statisticsOf(db: Queryable): { afterWork(): Promise<void> } {
  let times = 0
  let next = 1
  return {
    async afterWork() {
      times++
      if (times < next) return
      next *= 4
      await run(
        db,
        sql`analyze customers, products, variants, variant_prices, orders, order_lines, fulfillment_orders, fulfillment_order_lines,
          fulfillments, fulfillment_lines, transactions, refunds, refund_lines, refund_adjustments, import_references`,
      )
    },
  }
}
