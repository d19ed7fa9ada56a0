import type { FulfillmentOrderLineState, FulfillmentOrderState } from './units.ts'

interface Example extends Partial<Omit<FulfillmentOrderState, 'lines'>> {
  /** For each line: how many units, and how many of them were shipped. */
  units?: readonly (readonly [quantity: number, fulfilled?: number])[]
  line?: Partial<FulfillmentOrderLineState>
}

/** A fulfillment order in the given state for tests; line n of order 7 has the id 70 + n and belongs to order line n. */
export function orderIn(pair: string, { units = [[3], [2]], line = {}, ...rest }: Example = {}): FulfillmentOrderState {
  const [status, request_status] = pair.split('/') as [string, string]
  const order = { id: 7, location_id: 1, status, request_status, ...rest }
  const lines = units.map(([quantity, fulfilled_quantity = 0], i) => ({
    id: order.id * 10 + i,
    order_line_id: i,
    quantity,
    fulfilled_quantity,
    requires_shipping: status !== 'not_required',
    stock_record_id: null,
    tracked: false,
    ...line,
  }))
  return { ...order, lines }
}

/** The quantities of an order's lines, for comparison. */
export const quantitiesOf = (order: FulfillmentOrderState) =>
  order.lines.map(line => [line.quantity, line.fulfilled_quantity] as const)
