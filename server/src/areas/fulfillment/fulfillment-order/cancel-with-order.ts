import type { Queryable } from '../../../platform/sql.ts'
import { releaseStock } from '../../catalogue/index.ts'
import { cancelWithOrder, type Removal } from './editable-units.ts'
import { saveFulfillmentOrders } from './queries.ts'
import { allUnitsLeft, type FulfillmentOrderState, hasShipped, withoutUnits } from './units.ts'

interface Canceled {
  number: number
  is_test: boolean
  fulfillment_orders: readonly FulfillmentOrderState[]
}

/** Ends what is unfinished of the fulfillment orders of an order that is canceled, and frees the stock that they hold. */
export async function cancelFulfillmentOrders(
  db: Queryable,
  store_id: number,
  order: Canceled,
): Promise<Removal<FulfillmentOrderState>[]> {
  const removals = order.fulfillment_orders.filter(({ status }) => status !== 'closed' && status !== 'canceled').map(giveUp)
  await saveFulfillmentOrders(
    db,
    store_id,
    removals.map(removal => removal.order),
  )
  const units = order.is_test ? [] : removals.flatMap(heldUnits)
  if (units.length > 0) await releaseStock(db, store_id, units, `order ${order.number}`)
  return removals
}

// A location may have been asked to ship while a gateway was still giving the money back. The order is canceled all the same.
function giveUp(order: FulfillmentOrderState): Removal<FulfillmentOrderState> {
  if (order.status !== 'processing' && order.request_status !== 'requested') return cancelWithOrder(order)
  const removed = allUnitsLeft(order)
  const ended = { status: hasShipped(order) ? 'closed' : 'canceled', request_status: 'closed' }
  return { order: { ...withoutUnits(order, removed), ...ended }, removed }
}

function heldUnits({ order, removed }: Removal<FulfillmentOrderState>) {
  const lines = new Map(order.lines.map(line => [line.id, line]))
  return removed.flatMap(({ line_id, quantity }) => {
    const { tracked, stock_record_id } = lines.get(line_id)!
    return tracked && stock_record_id !== null ? [{ stock_record_id, quantity }] : []
  })
}
