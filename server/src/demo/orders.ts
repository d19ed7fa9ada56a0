import type { OrderCreate } from '../areas/orders/placing/contract.ts'
import type { Shelf, Shop } from './furnish.ts'
import { CAMPAIGNS, JOURNEYS, type Journey, NOTES, type Payment, TAGS } from './journeys.ts'
import type { Random } from './random.ts'

/** An order that somebody will place, and what will become of it. */
export interface PlannedOrder {
  journey: Journey
  /** How long ago it was placed. */
  age_ms: number
  body: OrderCreate
  note: string | null
}

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** All orders of the shop, the oldest first. */
export function planOrders(shop: Shop, random: Random): PlannedOrder[] {
  const journeys = JOURNEYS.flatMap(journey =>
    Array.from({ length: journey.count }, () => ({ journey, age_ms: ageOf(journey, random) })),
  ).sort((a, b) => b.age_ms - a.age_ms)
  const regulars = random.some(shop.buyers, 40)
  return journeys.map(({ journey, age_ms }) => ({
    journey,
    age_ms,
    body: bodyOf(journey, shop, random.pick(random.fraction() < 0.3 ? regulars : shop.buyers), random),
    note: random.fraction() < 0.2 ? random.pick(NOTES) : null,
  }))
}

function ageOf({ days: [youngest, oldest] }: Journey, random: Random): number {
  return Math.round((youngest + random.fraction() * (oldest - youngest)) * DAY_MS) + random.whole(10, 300) * MINUTE_MS
}

function bodyOf(journey: Journey, shop: Shop, buyer: Shop['buyers'][number], random: Random): OrderCreate {
  const isParcel = journey.goods !== 'downloads'
  const { currency, id } = buyer
  return {
    user: { id },
    currency,
    lines: linesOf(journey, shop, random),
    ...(isParcel ? { use_default_shipping_address: true, shipping_code: shippingFor(buyer, random) } : {}),
    use_default_billing_address: true,
    ...paymentOf(journey.payment, random),
    ...(random.fraction() < 0.5 ? { offers: shop.offers[currency] } : {}),
    ...(random.fraction() < 0.08 ? { vouchers: ['LAMP150'] } : {}),
    ...(random.fraction() < 0.35 ? { attribution: random.pick(CAMPAIGNS) } : {}),
    tags: random.fraction() < 0.25 ? random.some(TAGS, random.whole(1, 2)) : [],
    send_receipt: false,
  }
}

function linesOf({ goods, deeds }: Journey, { shelves }: Shop, random: Random): OrderCreate['lines'] {
  const choice = shelves.filter(({ kind }) => (goods ? kind === goods : kind !== 'downloads'))
  const favourites = choice.filter(({ is_popular }) => is_popular)
  const wanted = goods ? 1 : random.whole(deeds.includes('ship_some') ? 2 : 1, 4)
  const chosen = new Set<Shelf>()
  while (chosen.size < wanted) chosen.add(random.pick(random.fraction() < 0.35 && favourites.length > 0 ? favourites : choice))
  return [...chosen].map(({ variant_id }) => ({
    product_id: variant_id,
    quantity: !goods && random.fraction() < 0.25 ? random.whole(2, 4) : 1,
    ...(goods === 'subscriptions' ? { subscription: { interval: 'month' as const, interval_count: random.whole(1, 2) } } : {}),
    ...(random.fraction() < 0.05 ? { properties: [{ key: 'Gift message', value: 'Keep the light on!' }] } : {}),
  }))
}

function shippingFor({ address: { country } }: Shop['buyers'][number], random: Random): string {
  const chance = random.fraction()
  if (chance < 0.15 && ['US', 'CA', 'DE', 'AT', 'NL', 'BE', 'FR'].includes(country)) return 'express'
  return chance > 0.93 && ['US', 'CA', 'GB', 'IE'].includes(country) ? 'mail-boat' : 'standard'
}

function paymentOf(payment: Payment, random: Random): Partial<OrderCreate> {
  switch (payment) {
    case 'later':
      return {}
    case 'test_card':
      return { payment_method: 'card_token', payment_details: { card_token: 'test_card' } }
    case 'charged':
    case 'reserved':
      return { payment_method: 'card_token', payment_details: { card_token: random.pick(['test_gw_approve', 'test_gw_slow_1']) } }
    case 'history':
      return { status: 'archived', payment_method: 'external' }
  }
}
