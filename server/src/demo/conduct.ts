import { setPaymentFlow } from '../areas/payments/index.ts'
import type { Database } from '../platform/database.ts'
import type { Counter } from './counter.ts'
import type { Shop } from './furnish.ts'
import { CANCEL_REASONS, type Deed } from './journeys.ts'
import type { PlannedOrder } from './orders.ts'

interface Placed {
  number: number
  currency: string
  lines: readonly { id: number; requires_shipping: boolean }[]
}

interface Conducting {
  database: Database
  counter: Counter
  shop: Shop
  now: Date
  /** Ends it early, between two orders. */
  signal: AbortSignal
  onPlaced(): void
}

const IN_FLIGHT_MAX = 4

/** Places the orders one after another, so that their numbers follow their dates; what becomes of them happens meanwhile. */
export async function conductOrders(plans: readonly PlannedOrder[], conducting: Conducting): Promise<void> {
  const { counter, signal, now } = conducting
  const inFlight = new Set<Promise<void>>()
  const failures: unknown[] = []
  const switchTo = flowSwitch(conducting)
  try {
    for (const plan of plans) {
      if (signal.aborted || failures.length > 0) break
      await switchTo(plan.journey.payment === 'reserved' ? 'auth-capture' : 'charge')
      const date_placed = new Date(now.getTime() - plan.age_ms).toISOString()
      const order = await counter.ask('ordersCreate', { body: { ...plan.body, date_placed } })
      const journey: Promise<void> = follow(plan, { ...order, number: Number(order.number) }, conducting)
        .catch(error => void failures.push(error))
        .finally(() => inFlight.delete(journey))
      inFlight.add(journey)
      // What gives units back is waited for, so that the next order finds the same shelves in every run.
      if (givesBack(plan)) await journey
      else if (inFlight.size >= IN_FLIGHT_MAX) await Promise.race(inFlight)
    }
  } finally {
    await Promise.all(inFlight)
    await switchTo('charge')
  }
  if (failures.length > 0) throw failures[0]
}

const givesBack = ({ journey: { deeds } }: PlannedOrder) => deeds.includes('cancel') || deeds.includes('refund_all')

/** A store has one test gateway, which either charges or reserves: it is switched for the orders that want the other. */
function flowSwitch({ database, shop }: Conducting) {
  let present: 'charge' | 'auth-capture' = 'charge'
  return async (wanted: typeof present) => {
    if (wanted === present) return
    await setPaymentFlow(database.pool, shop.store_id, shop.gateway_id, wanted)
    present = wanted
  }
}

async function follow(plan: PlannedOrder, order: Placed, { counter, shop, onPlaced }: Conducting): Promise<void> {
  const { number } = order
  if (plan.note) await counter.ask('ordersNotesCreate', { number, body: { message: plan.note } })
  for (const deed of plan.journey.deeds) {
    const [operation_id, body] = doing(deed, order, shop)
    await counter.ask(operation_id, { number, body })
  }
  onPlaced()
}

function doing(deed: Deed, order: Placed, { external_methods }: Shop): [operation_id: string, body: object] {
  const reason = CANCEL_REASONS[order.number % CANCEL_REASONS.length]
  switch (deed) {
    case 'pay':
      return ['ordersMarkAsPaidCreate', { external_payment_method: external_methods[order.number % external_methods.length] }]
    case 'ship':
      return ['ordersFulfillmentsCreate', parcelOf(order)]
    case 'ship_some':
      return ['ordersFulfillmentsCreate', { ...parcelOf(order), lines: [order.lines[0]!.id] }]
    case 'hold':
      return ['ordersPartialUpdate', { fulfillment_status: 'on_hold' }]
    case 'pack':
      return ['ordersPartialUpdate', { fulfillment_status: 'processing' }]
    case 'give_up':
      return ['ordersPartialUpdate', { fulfillment_status: 'incomplete' }]
    case 'cancel':
      return ['ordersCancelCreate', { cancel_reason: reason, send_cancel_notification: false }]
    case 'refund_all':
      return ['ordersCancelCreate', { cancel_reason: reason, full_refund: true, send_cancel_notification: false }]
  }
}

function parcelOf({ number, currency, lines }: Placed) {
  if (!lines.some(line => line.requires_shipping)) return { send_shipped_notification: false }
  const [carrier, prefix] = currency === 'EUR' ? ['dhl', '00340434'] : (['usps', '92055901'] as const)
  return { carrier, tracking_code: `${prefix}${String(number).padStart(12, '0')}`, send_shipped_notification: false }
}
