import {
  createCategory,
  createOffers,
  createProducts,
  createStockRecords,
  createTaxes,
  createVouchers,
  type NewOffer,
} from '../areas/catalogue/index.ts'
import { saveCustomer } from '../areas/customers/index.ts'
import { createLocation, createShippingMethod } from '../areas/fulfillment/index.ts'
import { createExternalPaymentMethod, createGateway, createGatewayGroup } from '../areas/payments/index.ts'
import { saveExchangeRates } from '../areas/stores/index.ts'
import type { Transaction } from '../platform/database.ts'
import type { Queryable } from '../platform/sql.ts'
import { type Buyer, inventBuyers } from './customers.ts'
import { GOODS, newProduct, newStock } from './products.ts'
import type { Random } from './random.ts'
import { CATEGORIES, type Category, LOCATIONS, SHIPPING, taxes } from './story.ts'

type Currency = Buyer['currency']

/** What can be put into an order. */
export interface Shelf {
  variant_id: number
  is_popular: boolean
  kind: 'downloads' | 'subscriptions' | 'parcels'
}

/** What the orders of the shop are made from. */
export interface Shop {
  store_id: number
  shelves: Shelf[]
  buyers: (Buyer & { id: number })[]
  /** Ids of the offers for everybody. */
  offers: Record<Currency, number[]>
  gateway_id: number
  external_methods: string[]
}

const CUSTOMERS = 200
const DAY_MS = 86_400_000
const DAYS_OF_RATES = 100

/** Everything that stands in the shop before the first order comes. */
export async function furnish(
  db: Transaction,
  store_id: number,
  pictures: readonly string[],
  random: Random,
  now: Date,
): Promise<Shop> {
  await saveExchangeRates(db, store_id, exchangeRates(now, random))
  const categories = await makeCategories(db, store_id)
  const locations: number[] = []
  for (const location of LOCATIONS) locations.push(await createLocation(db, store_id, location))
  for (const method of SHIPPING) await createShippingMethod(db, store_id, method)
  await createTaxes(db, store_id, taxes(categories.books))
  const shelves = await fillShelves(db, store_id, categories, locations, pictures, random)
  const buyers: Shop['buyers'] = []
  for (const buyer of inventBuyers(CUSTOMERS, random))
    buyers.push({ ...buyer, id: await saveCustomer(db, { id: store_id }, buyer.draft) })
  return {
    store_id,
    shelves,
    buyers,
    offers: await makeOffers(db, store_id, categories),
    gateway_id: await makeGateway(db, store_id),
    external_methods: [
      await createExternalPaymentMethod(db, store_id, { name: 'Bank transfer' }),
      await createExternalPaymentMethod(db, store_id, { name: 'Cash at the tower' }),
    ],
  }
}

function exchangeRates(now: Date, random: Random) {
  return Array.from({ length: DAYS_OF_RATES }, (_, ago) => ({
    base: 'EUR',
    quote: 'USD',
    day: new Date(now.getTime() - ago * DAY_MS).toISOString().slice(0, 10),
    rate: `1.${random.whole(800, 1100).toString().padStart(4, '0')}`,
  }))
}

async function makeCategories(db: Queryable, store_id: number): Promise<Record<Category, number>> {
  const ids: Partial<Record<Category, number>> = {}
  for (const [key, name] of Object.entries(CATEGORIES)) ids[key as Category] = await createCategory(db, store_id, { name })
  return ids as Record<Category, number>
}

async function fillShelves(
  db: Queryable,
  store_id: number,
  categories: Record<Category, number>,
  locations: readonly number[],
  pictures: readonly string[],
  random: Random,
): Promise<Shelf[]> {
  const products = GOODS.map((good, index) => newProduct(good, categories, pictures[index]!))
  const created = await createProducts(db, store_id, products)
  const ids = created.map(({ variants }) => variants.map(({ id }) => id))
  const stock = GOODS.flatMap((good, index) => newStock(good, ids[index]!, locations, random))
  await createStockRecords(db, store_id, stock)
  return GOODS.flatMap(({ download, months, tags }, index) =>
    ids[index]!.map(variant_id => ({
      variant_id,
      is_popular: tags?.includes('bestseller') ?? false,
      kind: download ? 'downloads' : months ? 'subscriptions' : 'parcels',
    })),
  )
}

/** Each offer once in every currency, because an offer is in one. */
async function makeOffers(db: Queryable, store_id: number, categories: Record<Category, number>): Promise<Shop['offers']> {
  const candles = { category_ids: [categories.candles] }
  const inBoth = (offer: Omit<NewOffer, 'currency'>) => [
    { ...offer, currency: 'USD' },
    { ...offer, currency: 'EUR' },
  ]
  const ids = await createOffers(db, store_id, [
    ...inBoth({
      name: 'Candle weeks',
      description: 'Fifteen percent off two candles or more.',
      kind: 'site',
      condition: { type: 'count_gte', value: '2', range: candles },
      benefit: { type: 'percentage', value: '15', range: candles },
    }),
    ...inBoth({
      name: 'Free shipping from 120',
      description: 'We pay the postage of large parcels.',
      kind: 'site',
      condition: { type: 'value_gte', value: '120.00' },
      benefit: { type: 'shipping_percentage', value: '100' },
    }),
    ...inBoth({
      name: 'Welcome aboard',
      description: 'Ten percent off the first order.',
      kind: 'voucher',
      condition: { type: 'count_gte', value: '1' },
      benefit: { type: 'percentage', value: '10' },
    }),
  ])
  const welcome = { name: 'Welcome aboard', code: 'WELCOME10', usage: 'once_per_customer' as const, offer_ids: ids.slice(4) }
  const birthday = { ...welcome, name: 'Birthday of the lamp', code: 'LAMP150', usage: 'multi_use' as const }
  await createVouchers(db, store_id, [welcome, birthday])
  return { USD: [ids[0]!, ids[2]!], EUR: [ids[1]!, ids[3]!] }
}

async function makeGateway(db: Queryable, store_id: number): Promise<number> {
  const gateway_id = await createGateway(db, store_id, { name: 'Test gateway', gateway_type: 'test' })
  await createGatewayGroup(db, store_id, { name: 'Cards', members: [{ gateway_id, weight: 1 }] })
  return gateway_id
}
