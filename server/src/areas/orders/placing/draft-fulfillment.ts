import type { OrderCreate } from './contract.ts'
import type { Decided } from './decide.ts'
import type { FulfillmentOrderDraft, OrderDraft } from './draft.ts'

interface DraftedFulfillment {
  fulfillment_orders: FulfillmentOrderDraft[]
  allocations: OrderDraft['allocations']
  status: string
  is_split: boolean
  is_open: boolean
  location_ids: number[]
}

/** Who ships what: one fulfillment order for each location, parcels and downloads apart. */
export function draftFulfillment(body: OrderCreate, { priced, assignments }: Decided, isTest: boolean): DraftedFulfillment {
  const positions = new Map(priced.lines.map((line, position) => [line.index, position]))
  const imported = body.status === 'archived'
  const groups = new Map<string, FulfillmentOrderDraft>()
  const allocations: OrderDraft['allocations'] = []

  for (const { line, location_id, stock_record_id, quantity } of assignments) {
    const position = positions.get(line)!
    const { variant } = priced.lines[position]!
    const key = `${location_id}/${variant.requires_shipping}`
    const group = groups.get(key) ?? {
      location_id,
      requires_shipping: variant.requires_shipping,
      status: imported ? 'closed' : variant.requires_shipping ? 'open' : 'not_required',
      lines: [],
    }
    // Orders that only test move no stock, and neither does history.
    const tracked = variant.track_stock && stock_record_id !== null && !isTest && !imported
    group.lines.push({ position, quantity, stock_record_id, tracked })
    groups.set(key, group)
    if (tracked) allocations.push({ stock_record_id, quantity, allow_backorders: variant.allow_backorders })
  }
  const fulfillment_orders = [...groups.values()].sort(
    (a, b) => Number(b.requires_shipping) - Number(a.requires_shipping) || a.location_id - b.location_id,
  )
  const shippable = fulfillment_orders.filter(({ requires_shipping }) => requires_shipping)
  const needsShipping = priced.lines.some(({ variant }) => variant.requires_shipping)
  return {
    fulfillment_orders,
    allocations,
    status: needsShipping ? (imported ? 'fulfilled' : 'unfulfilled') : 'not_required',
    is_split: shippable.length > 1,
    is_open: !imported && body.status !== 'canceled',
    location_ids: [...new Set(fulfillment_orders.map(({ location_id }) => location_id))].sort((a, b) => a - b),
  }
}
