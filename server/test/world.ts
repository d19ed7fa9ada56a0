import { createCategory, createOffers, createTaxes, createVouchers } from '../src/areas/catalogue/index.ts'
import { createLocation, createShippingMethod } from '../src/areas/fulfillment/index.ts'
import { createGateway, createGatewayGroup } from '../src/areas/payments/index.ts'
import { saveExchangeRates } from '../src/areas/stores/index.ts'
import type { Queryable } from '../src/platform/sql.ts'
import type { Api } from './harness.ts'
import { type Counted, EUR_IN_USD, EUROPE, type Good, SHIPPING, TAX_PERCENT, type Variant, VOUCHER } from './world-figures.ts'
import { fillShelves, makeGoods } from './world-goods.ts'

export * from './world-figures.ts'

/** The ids of what is in the shop, by their names. */
export interface World {
  products: Record<Good, number>
  variants: Record<Variant, number>
  stock: { us: Record<Counted, number>; eu: Record<Counted, number> }
  categories: { lights: number; books: number }
  locations: { us: number; eu: number }
  /** Codes of shipping methods. */
  shipping: Record<keyof typeof SHIPPING, string>
  taxes: Record<keyof typeof TAX_PERCENT, number>
  /** `ten_percent` is for everybody who asks, `five_off` needs the voucher; both in USD. */
  offers: { ten_percent: number; five_off: number }
  gateway: number | null
  gateway_group: number | null
}

export interface Wishes {
  /** Other numbers on the shelves in the United States. */
  stock?: Partial<Record<Counted, number>>
  /** False leaves the shop without any gateway. */
  gateway?: boolean
}

/** Furnishes the store of the tests: a small shop for lights that ships from two places. */
export function makeWorld({ database, store_id }: Api, wishes: Wishes = {}): Promise<World> {
  return database.transact({ actor: { kind: 'system', id: null, name: 'tests' }, request_id: null }, async db => {
    await saveExchangeRates(db, store_id, [{ base: 'EUR', quote: 'USD', day: '2020-01-01', rate: EUR_IN_USD }])
    const categories = {
      lights: await createCategory(db, store_id, { name: 'Lights' }),
      books: await createCategory(db, store_id, { name: 'Books' }),
    }
    const locations = {
      us: await createLocation(db, store_id, { name: 'Oakland', address: OAKLAND, accept_return: true }),
      eu: await createLocation(db, store_id, { name: 'Hamburg', address: HAMBURG, allowed_destination_countries: EUROPE }),
    }
    const goods = await makeGoods(db, store_id, categories)
    const stock = await fillShelves(db, store_id, goods.variants, locations, wishes.stock)
    const taxes = await makeTaxes(db, store_id, categories)
    const payments = wishes.gateway === false ? { gateway: null, gateway_group: null } : await makeGateway(db, store_id)
    const offers = await makeOffers(db, store_id)
    return { ...goods, stock, categories, locations, shipping: await makeShipping(db, store_id), taxes, offers, ...payments }
  })
}

const OAKLAND = {
  country: 'US',
  line1: '1 Harbour Way',
  line4: 'Oakland',
  state: 'CA',
  postcode: '94607',
  phone_number: '+15105550100',
}
const HAMBURG = { country: 'DE', line1: 'Am Kai 1', line4: 'Hamburg', postcode: '20457', phone_number: '+4940555000' }

async function makeTaxes(db: Queryable, store_id: number, { books }: World['categories']): Promise<World['taxes']> {
  const [us, germany] = await createTaxes(db, store_id, [
    {
      country: 'US',
      rates: [
        { percent: TAX_PERCENT.us, display_name: 'Federal tax' },
        { state: 'NY', percent: TAX_PERCENT.new_york, display_name: 'NY sales tax', apply_to_shipping: true },
      ],
    },
    {
      country: 'DE',
      rates: [{ percent: TAX_PERCENT.germany, display_name: 'MwSt.', apply_to_shipping: true }],
      overrides: [{ category_id: books, percent: TAX_PERCENT.german_books, display_name: 'MwSt. Bücher' }],
    },
  ])
  return {
    us: us!.rate_ids[0]!,
    new_york: us!.rate_ids[1]!,
    germany: germany!.rate_ids[0]!,
    german_books: germany!.override_ids[0]!,
  }
}

async function makeShipping(db: Queryable, store_id: number): Promise<World['shipping']> {
  const make = async (name: string, prices: Record<string, string>, rest: object = {}) =>
    (
      await createShippingMethod(db, store_id, {
        name,
        ...rest,
        prices: Object.entries(prices).map(([currency, price_per_order]) => ({ currency, price_per_order })),
      })
    ).code
  return {
    standard: await make('Standard', SHIPPING.standard),
    express: await make('Express', SHIPPING.express, { countries: ['US'] }),
    wholesale: await make('Wholesale', SHIPPING.wholesale, { is_public: false }),
  }
}

async function makeOffers(db: Queryable, store_id: number): Promise<World['offers']> {
  const shared = { currency: 'USD', condition: { type: 'count_gte', value: '1' } } as const
  const [ten_percent, five_off] = await createOffers(db, store_id, [
    { ...shared, name: 'Ten percent', kind: 'site', benefit: { type: 'percentage', value: '10' } },
    { ...shared, name: 'Welcome', kind: 'voucher', benefit: { type: 'absolute', value: '5.00' } },
  ])
  await createVouchers(db, store_id, [{ name: 'Welcome', code: VOUCHER, usage: 'multi_use', offer_ids: [five_off!] }])
  return { ten_percent: ten_percent!, five_off: five_off! }
}

async function makeGateway(db: Queryable, store_id: number): Promise<{ gateway: number; gateway_group: number }> {
  const gateway = await createGateway(db, store_id, { name: 'Test gateway', gateway_type: 'test' })
  return {
    gateway,
    gateway_group: await createGatewayGroup(db, store_id, {
      name: 'All gateways',
      members: [{ gateway_id: gateway, weight: 1 }],
    }),
  }
}
