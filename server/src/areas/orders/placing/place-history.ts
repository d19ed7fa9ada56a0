import type { Store } from '../../../platform/caller.ts'
import type { Transaction } from '../../../platform/database.ts'
import { type Cents, cents, decimal } from '../../../platform/money.ts'
import { many, type Queryable, sql } from '../../../platform/sql.ts'
import { dayOf } from '../../../platform/time.ts'
import { recordExternalPayment } from '../../payments/index.ts'
import type { OrderCreate } from './contract.ts'
import { datePlaced, decide } from './decide.ts'
import type { OrderDraft } from './draft.ts'
import { draftOrder } from './draft-order.ts'
import type { Known, KnownOffer } from './known.ts'
import { loadKnown } from './load.ts'
import { place } from './save.ts'

/** An order that another system took and finished. */
export interface HistoricOrder {
  at: Date
  /** The customer's id; null for an order without one. */
  customer_id: number | null
  /** ISO code of the country it went to, empty when unknown. */
  country: string
  lines: { variant_id: number; quantity: number; price: Cents }[]
  shipping: Cents
  /** `offer_id` is the offer that stands for discounts given elsewhere. */
  discount: { offer_id: number; amount: Cents; description: string } | null
  metadata: Record<string, unknown>
}

export type HistoricDraft = { order: HistoricOrder; draft: OrderDraft }

/** What the drafts of many orders have in common, read at once. */
export interface HistoricGround {
  known: Known
  variants: ReadonlyMap<number, Known['variants'][number]>
  numbers: number[]
  rates: ReadonlyMap<string, string | null>
}

/** Reads what drafting these orders depends on, and takes their numbers. */
export async function groundForHistory(
  db: Queryable,
  store: Store,
  currency: string,
  orders: readonly HistoricOrder[],
): Promise<HistoricGround> {
  const product_ids = [...new Set(orders.flatMap(({ lines }) => lines.map(({ variant_id }) => variant_id)))]
  const nobody = { user: null, countries: [], offer_ids: [], voucher_codes: [], agent_id: null }
  const known = await loadKnown(db, store, { ...nobody, product_ids, currency, date_placed: new Date() })
  const days = [...new Set(orders.map(({ at }) => dayOf(at, store.timezone)))]
  const rates = await many<{ day: string; rate: string | null }>(
    db,
    sql`select day, exchange_rate(${store.id}, ${currency}, ${known.settings.reporting_currency}, day::date)::text as rate
      from unnest(${days}::text[]) as day`,
  )
  const numbers = await many<{ number: number }>(
    db,
    sql`select nextval(format('order_numbers_%s', ${store.id}::bigint)::regclass) as number from generate_series(1, ${orders.length}::integer)`,
  )
  return {
    known,
    variants: new Map(known.variants.map(variant => [variant.id, variant])),
    numbers: numbers.map(({ number }) => number),
    rates: new Map(rates.map(({ day, rate }) => [day, rate])),
  }
}

/** Drafts the order by the rules of any other, but for taxes, which another system has dealt with. Refuses what they refuse. */
export function draftHistory(
  order: HistoricOrder,
  index: number,
  ground: HistoricGround,
  store: Store,
  publicUrl: string,
): HistoricDraft {
  const now = new Date()
  const known = knownFor(order, index, ground, store, now)
  const body = bodyOf(order, known)
  const decided = decide(body, known, datePlaced(body, store, now), now)
  const isFree = decided.priced.totals.total_incl_tax === 0n
  const draft = draftOrder(
    body,
    decided,
    isFree ? { kind: 'none' } : { kind: 'external', payment_method: 'external' },
    store,
    publicUrl,
  )
  const { customer_id: id, country } = order
  Object.assign(draft.order, {
    // Our choice: the country alone is an address, so that lists can filter by it; the rest is not known and stays empty.
    shipping_address: country === '' ? null : { ...NOWHERE, country },
    payment_status: 'paid',
    total_outstanding: '0.00',
  })
  draft.customer = id === null ? null : { id, email: null, values: {}, addresses: [], becomes_customer: false }
  return { order, draft }
}

/** Writes a drafted order with its parcel and its payment, dated when they happened; answers its number. */
export async function placeHistory(db: Transaction, store: Store, { order, draft }: HistoricDraft): Promise<number> {
  const { number, currency, total_incl_tax, report_currency, report_rate } = draft.order
  await place(db, store, draft)
  const amount = cents(total_incl_tax)
  if (amount > 0n)
    await recordExternalPayment(db, store, {
      order_number: number,
      customer_id: order.customer_id,
      amount,
      currency,
      payment_method: 'external',
      report: { currency: report_currency, rate: report_rate },
      at: order.at,
    })
  return number
}

const NOWHERE = {
  ...{ first_name: '', last_name: '', line1: '', line2: '', line3: '', line4: '' },
  ...{ state: '', postcode: '', phone_number: '', notes: '' },
}

function bodyOf({ lines, shipping, metadata, discount, at }: HistoricOrder, { settings }: Known): OrderCreate {
  return {
    status: 'archived',
    currency: settings.currency,
    date_placed: at.toISOString(),
    lines: lines.map(({ variant_id, quantity, price }) => ({ product_id: variant_id, quantity, price: decimal(price) })),
    shipping_price: decimal(shipping),
    offers: discount ? [discount.offer_id] : [],
    metadata,
    send_receipt: false,
  }
}

/** History is not measured by the settings of today: neither methods of shipping nor limits nor definitions apply. */
function knownFor(
  order: HistoricOrder,
  index: number,
  { known, variants, numbers, rates }: HistoricGround,
  store: Store,
  now: Date,
): Known {
  const { discount } = order
  return {
    ...known,
    number: numbers[index]!,
    settings: {
      ...known.settings,
      report_rate: rates.get(dayOf(order.at, store.timezone)) ?? null,
      cart_max_item_quantity: null,
    },
    variants: [...new Set(order.lines.map(({ variant_id }) => variant_id))].flatMap(id => variants.get(id) ?? []),
    shipping_methods: [],
    definitions: [],
    offers: discount ? [offerOf(discount, known.settings.currency, now)] : [],
  }
}

const EVERYTHING = { all_products: true, product_ids: [], category_ids: [] }

function offerOf(
  { offer_id, amount, description }: NonNullable<HistoricOrder['discount']>,
  currency: string,
  now: Date,
): KnownOffer {
  return {
    ...{ id: offer_id, kind: 'site', name: 'Discount', description, currency, priority: 0, exclusive: false, status: 'active' },
    ...{ start_at: now.toISOString(), end_at: null, max_cart_applications: 1, max_user_applications: null },
    ...{ max_global_applications: null, max_total_discount: null, used_applications: 0, used_discount: '0.00' },
    ...{ only_subscription: false, combinations: [], used_by_customer: 0 },
    condition: { type: 'count_gte', value: '1', range: EVERYTHING },
    benefit: { type: 'absolute', value: decimal(amount), range: EVERYTHING, max_affected_items: null },
  }
}
