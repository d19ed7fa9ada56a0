import { invalid, problem } from '../../../platform/errors.ts'
import { refused, type StatePair } from './lifecycle.ts'

export interface FulfillmentOrderLineState {
  id: number
  order_line_id: number
  quantity: number
  fulfilled_quantity: number
  requires_shipping: boolean
  stock_record_id: number | null
  tracked: boolean
}

export interface FulfillmentOrderState extends StatePair {
  id: number
  location_id: number
  lines: FulfillmentOrderLineState[]
}

/** Some units of one line of a fulfillment order. */
export interface Units {
  line_id: number
  order_line_id: number
  quantity: number
}

/** Lines that a request names, and how many units of each. */
export interface WantedUnits {
  id: number
  quantity: number
}

export const unitsLeft = (line: FulfillmentOrderLineState): number => line.quantity - line.fulfilled_quantity

export const hasUnitsLeft = (order: FulfillmentOrderState): boolean => order.lines.some(line => unitsLeft(line) > 0)

export const hasShipped = (order: FulfillmentOrderState): boolean => order.lines.some(line => line.fulfilled_quantity > 0)

/** Everything that was not shipped yet. */
export function allUnitsLeft(order: FulfillmentOrderState): Units[] {
  return order.lines.map(line => unitsOf(line, unitsLeft(line))).filter(units => units.quantity > 0)
}

export const unitsOf = (line: FulfillmentOrderLineState, quantity: number): Units => ({
  line_id: line.id,
  order_line_id: line.order_line_id,
  quantity,
})

const field = 'fulfillment_order_line_items'

/** 400 for every wanted line that the order does not have, or that is named twice. */
export function checkLines(order: FulfillmentOrderState, wanted: readonly { id: number }[] | null): void {
  const own = new Set(order.lines.map(line => line.id))
  const named = new Set<number>()
  const problems = (wanted ?? []).flatMap(({ id }, i) => {
    const twice = named.has(id)
    named.add(id)
    if (!own.has(id)) return problem(`${field}.${i}.id`, 'does_not_exist', `This fulfillment order has no line item ${id}.`)
    return twice ? problem(`${field}.${i}.id`, 'not_unique', `Line item ${id} is named twice.`) : []
  })
  if (problems.length > 0) throw invalid(problems)
}

/** The wanted units, or all that are left when none are named; 409 for a line with nothing left, 400 for more than is left. */
export function chooseUnits(order: FulfillmentOrderState, wanted: readonly WantedUnits[] | null): Units[] {
  checkLines(order, wanted)
  if (wanted === null || wanted.length === 0) return allUnitsLeft(order)

  const lines = new Map(order.lines.map(line => [line.id, line]))
  const problems = wanted.flatMap(({ id, quantity }, i) => {
    const left = unitsLeft(lines.get(id)!)
    if (left === 0) throw refused(order, 'nothing_to_fulfill', `Line item ${id} has no units left.`)
    if (quantity <= left) return []
    return problem(`${field}.${i}.quantity`, 'max_value', `Line item ${id} has ${left} left, fewer than ${quantity}.`)
  })
  if (problems.length > 0) throw invalid(problems, 'quantity_exceeds_fulfillable')
  return wanted.map(({ id, quantity }) => unitsOf(lines.get(id)!, quantity))
}

/** The order without the units, which must be among those that are left. */
export function withoutUnits<Order extends FulfillmentOrderState>(order: Order, units: readonly Units[]): Order {
  return changeLines(order, units, (line, quantity) => ({ ...line, quantity: line.quantity - quantity }))
}

/** The order with the units shipped, which must be among those that are left. */
export function withShippedUnits<Order extends FulfillmentOrderState>(order: Order, units: readonly Units[]): Order {
  return changeLines(order, units, (line, quantity) => ({ ...line, fulfilled_quantity: line.fulfilled_quantity + quantity }))
}

type Change = (line: FulfillmentOrderLineState, quantity: number) => FulfillmentOrderLineState

function changeLines<Order extends FulfillmentOrderState>(order: Order, units: readonly Units[], change: Change): Order {
  const quantities = new Map(units.map(({ line_id, quantity }) => [line_id, quantity]))
  return { ...order, lines: order.lines.map(line => change(line, quantities.get(line.id) ?? 0)) }
}
