import { conflict, invalid, invalidField, problem } from '../../../platform/errors.ts'
import { type Parcel, shipOrderLines } from '../../fulfillment/index.ts'
import type { OrderFacts } from '../order/facts.ts'
import type { OrderFulfillmentCreate } from './contract.ts'

/** What leaves each location when the named lines are shipped, or all of them. */
export function shipLines(order: OrderFacts, { lines, tracking_link }: OrderFulfillmentCreate): Parcel[] {
  const named = [...new Set(lines ?? [])]
  const own = new Set(order.lines.map(({ id }) => id))
  const unknown = (lines ?? []).flatMap((id, i) =>
    own.has(id) ? [] : problem(`lines.${i}`, 'does_not_exist', `This order has no line ${id}.`),
  )
  if (unknown.length > 0) throw invalid(unknown)
  if (tracking_link && !isLink(tracking_link)) throw invalidField('tracking_link', 'format', 'Must be a valid http(s) URL.')

  if (order.status === 'canceled' || order.is_being_canceled)
    throw conflict('order_canceled', 'The order is canceled; nothing of it can be shipped.')
  // Before the status, because shipping the last units is what archives an order: a repeated request is told why it is refused.
  const parcels = shipOrderLines(order.fulfillment_orders, named)
  if (order.status === 'archived')
    throw conflict('order_not_open', 'The order is archived; set its status to open before shipping.')
  return parcels
}

function isLink(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}
