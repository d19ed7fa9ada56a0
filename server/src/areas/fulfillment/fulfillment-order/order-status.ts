import { conflict } from '../../../platform/errors.ts'
import { may } from './lifecycle.ts'
import { acceptRequest, clearRejection, close, hold, rejectRequest, releaseHold, send, withdrawRequest } from './rules.ts'
import { shipUnits } from './shipping-units.ts'
import { type FulfillmentOrderState, hasUnitsLeft } from './units.ts'

export type FulfillmentStatus =
  | 'not_required'
  | 'unfulfilled'
  | 'on_hold'
  | 'rejected'
  | 'processing'
  | 'fulfilled'
  | 'incomplete'

/** The order's `fulfillment_status`, which always follows from its fulfillment orders. */
export function fulfillmentStatus(
  fulfillmentOrders: readonly FulfillmentOrderState[],
  orderHasShippableLine: boolean,
): FulfillmentStatus {
  if (!orderHasShippableLine) return 'not_required'

  const counted = fulfillmentOrders.filter(order => order.status !== 'canceled' && order.lines.some(isShippable))
  const some = (condition: (order: FulfillmentOrderState) => boolean) => counted.some(condition)
  if (some(({ status, request_status }) => status === 'open' && request_status === 'rejected')) return 'rejected'
  if (some(({ status }) => status === 'on_hold')) return 'on_hold'
  if (some(({ status }) => status === 'processing')) return 'processing'
  if (some(order => order.status === 'incomplete' && hasUnitsLeft(order))) return 'incomplete'
  if (counted.length === 0 || some(({ status }) => status === 'open')) return 'unfulfilled'
  return 'fulfilled'
}

type Line = FulfillmentOrderState['lines'][number]
const isShippable = (line: Line) => line.requires_shipping && line.quantity > 0

const stepRules = {
  hold,
  release_hold: releaseHold,
  withdraw: withdrawRequest,
  clear_rejection: clearRejection,
  send: (order: FulfillmentOrderState) => send(order, { asks: true, units: null }).order,
  accept: acceptRequest,
  reject: rejectRequest,
  close: (order: FulfillmentOrderState) => close(order, { elsewhere: false }).order,
  ship: (order: FulfillmentOrderState) => shipUnits(order).order,
}

/**
 * One thing to do with one fulfillment order; `close` leaves the units where they are. `send` is followed by `accept`, which
 * has nothing left to do at a location that accepts at once.
 */
export interface Step {
  fulfillment_order_id: number
  action: keyof typeof stepRules
}

/**
 * What must happen to the fulfillment orders so that the order's status becomes the requested one; 409
 * `fulfillment_status_conflict` when nothing can bring that about.
 */
export function commandFor(
  requested: FulfillmentStatus,
  current: FulfillmentStatus,
  fulfillmentOrders: readonly FulfillmentOrderState[],
  { hasShippingAddress }: { hasShippingAddress: boolean },
): Step[] {
  if (requested === current) return []
  const steps = fulfillmentOrders.flatMap(order =>
    stepsToward(requested, order).map((action): Step => ({ fulfillment_order_id: order.id, action })),
  )
  if (steps.some(({ action }) => action === 'send') && !hasShippingAddress) {
    throw refusal(requested, 'the order has no shipping address to send to')
  }
  const reached = fulfillmentStatus(applySteps(fulfillmentOrders, steps), current !== 'not_required')
  if (reached !== requested) throw refusal(requested, `the fulfillment orders would make it ${reached}`)
  return steps
}

/** The fulfillment orders after the steps. */
export function applySteps(fulfillmentOrders: readonly FulfillmentOrderState[], steps: readonly Step[]): FulfillmentOrderState[] {
  const after = new Map(fulfillmentOrders.map(order => [order.id, order]))
  for (const { fulfillment_order_id: id, action } of steps) after.set(id, stepRules[action](after.get(id)!))
  return [...after.values()]
}

function stepsToward(requested: FulfillmentStatus, order: FulfillmentOrderState): Step['action'][] {
  const isAsked = may(order, 'accept_fulfillment_request')
  switch (requested) {
    case 'on_hold':
      return may(order, 'hold') ? ['hold'] : []
    case 'unfulfilled':
      if (isAsked) return ['withdraw']
      return [
        ...(may(order, 'release_hold') ? (['release_hold'] as const) : []),
        ...(order.request_status === 'rejected' ? (['clear_rejection'] as const) : []),
      ]
    case 'processing':
      if (!hasUnitsLeft(order)) return []
      if (isAsked) return ['accept']
      return may(order, 'request_fulfillment') ? ['send', 'accept'] : []
    case 'rejected':
      return isAsked ? ['reject'] : []
    case 'incomplete':
      return may(order, 'close') ? ['close'] : []
    case 'fulfilled':
      return may(order, 'create_fulfillment') && hasUnitsLeft(order) ? ['ship'] : []
    case 'not_required':
      return []
  }
}

function refusal(requested: FulfillmentStatus, reason: string) {
  const message = `The fulfillment status cannot become ${requested}: ${reason}.`
  return conflict('fulfillment_status_conflict', message, [
    { in: 'body', field: 'fulfillment_status', code: 'conflict', message },
  ])
}
