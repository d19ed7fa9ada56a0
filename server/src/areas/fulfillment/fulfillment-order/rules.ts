import { advance, refused } from './lifecycle.ts'
import {
  allUnitsLeft,
  checkLines,
  chooseUnits,
  type FulfillmentOrderState,
  hasShipped,
  hasUnitsLeft,
  type Units,
  unitsLeft,
  unitsOf,
  type WantedUnits,
  withoutUnits,
} from './units.ts'

/** What a rule leaves behind: the order itself, and the units that go to a new one (`open/pending`) beside it. */
export interface Split<Order extends FulfillmentOrderState> {
  order: Order
  rest: Units[]
}

type State = FulfillmentOrderState

export const hold = <Order extends State>(order: Order): Order => advance(order, 'hold')

export const releaseHold = <Order extends State>(order: Order): Order => advance(order, 'release_hold')

interface Sending {
  /** Whether somebody at the location can be asked; otherwise it accepts at once. */
  asks: boolean
  units: readonly WantedUnits[] | null
}

/** Asks the location to ship the named units, or all of them; what is not asked for leaves the order. */
export function send<Order extends State>(order: Order, { asks, units }: Sending): Split<Order> {
  checkLines(order, units)
  const sent = advance(order, asks ? 'request_fulfillment' : 'hand_over')
  requireUnits(order)
  const rest = unitsBeside(order, chooseUnits(order, units))
  return { order: withoutUnits(sent, rest), rest }
}

export const acceptRequest = <Order extends State>(order: Order): Order => advance(order, 'accept_fulfillment_request')

export const rejectRequest = <Order extends State>(order: Order): Order => advance(order, 'reject_fulfillment_request')

export const withdrawRequest = <Order extends State>(order: Order): Order => advance(order, 'cancel_fulfillment_request')

export const clearRejection = <Order extends State>(order: Order): Order => advance(order, 'clear_rejection')

/** Asks the location to stop; where nobody can be asked, the order is open again at once. */
export function requestCancellation<Order extends State>(order: Order, { asks }: { asks: boolean }): Order {
  return advance(order, asks ? 'request_cancellation' : 'take_back')
}

export const acceptCancellation = <Order extends State>(order: Order): Order => advance(order, 'accept_cancellation_request')

export const rejectCancellation = <Order extends State>(order: Order): Order => advance(order, 'reject_cancellation_request')

export const withdrawCancellation = <Order extends State>(order: Order): Order => advance(order, 'cancel_cancellation_request')

/**
 * Moves the named lines with all that is left of them to another location. Naming none or all moves the order itself, and
 * `rest` is empty; otherwise the order stays where and as it is, and `rest` goes to the new location.
 */
export function move<Order extends State>(order: Order, lines: readonly { id: number }[] | null): Split<Order> {
  checkLines(order, lines)
  const moved = advance(order, 'move')
  const named = new Set(lines?.map(({ id }) => id))
  const rest = allUnitsLeft(order).filter(units => named.has(units.line_id))
  if (named.size > 0 && rest.length === 0) throw refused(order, 'nothing_to_fulfill', 'The named line items have no units left.')
  if (rest.length === 0 || rest.length === allUnitsLeft(order).length) return { order: moved, rest: [] }
  return { order: withoutUnits(order, rest), rest }
}

/** Gives up the order; its unshipped units start again in a new one at the same location. */
export function cancel<Order extends State>(order: Order): Split<Order> {
  const canceled = advance(order, hasShipped(order) ? 'cancel_rest' : 'cancel')
  requireUnits(order)
  const rest = allUnitsLeft(order)
  return { order: hasShipped(order) ? withoutUnits(canceled, rest) : canceled, rest }
}

/** The location cannot complete the order: what is left goes elsewhere if some other location can take it, or else stays. */
export function close<Order extends State>(order: Order, { elsewhere }: { elsewhere: boolean }): Split<Order> {
  const closed = advance(order, 'close')
  requireUnits(order)
  const rest = elsewhere ? allUnitsLeft(order) : []
  return { order: withoutUnits(closed, rest), rest }
}

/** What is left of the order when the units are not. */
function unitsBeside(order: State, units: readonly Units[]): Units[] {
  const quantities = new Map(units.map(({ line_id, quantity }) => [line_id, quantity]))
  return order.lines
    .map(line => unitsOf(line, unitsLeft(line) - (quantities.get(line.id) ?? 0)))
    .filter(({ quantity }) => quantity > 0)
}

function requireUnits(order: State): void {
  if (hasUnitsLeft(order)) return
  throw refused(order, 'fulfillment_order_state', 'Nothing is left to ship in this fulfillment order.')
}
