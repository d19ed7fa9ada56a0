import { createToken } from '../../server/src/areas/access/index.ts'
import { createProducts, createStockRecords, createTaxes, type NewProduct } from '../../server/src/areas/catalogue/index.ts'
import { createLocation, createShippingMethod } from '../../server/src/areas/fulfillment/index.ts'
import { createStore } from '../../server/src/areas/stores/index.ts'
import type { Database, Origin } from '../../server/src/platform/database.ts'

export interface Shop {
  store_id: number
  token: string
  variant_ids: number[]
}

const PRODUCTS = 2_000
const ENOUGH = 1_000_000_000
const ORIGIN: Origin = { actor: { kind: 'system', id: null, name: 'benchmark' }, request_id: null }

/** Furnishes a shop in New York in which every good is counted, so that every sale moves stock. */
export function makeShop(database: Database): Promise<Shop> {
  return database.transact(ORIGIN, async db => {
    const store_id = await createStore(db, { name: 'Harbour Lights', label: 'harbour-lights', currencies: [{ code: 'USD' }] })
    const location_id = await createLocation(db, store_id, { name: 'Oakland', address: OAKLAND, accept_return: true })
    await createShippingMethod(db, store_id, { name: 'Standard', prices: [{ currency: 'USD', price_per_order: '5.00' }] })
    const sales_tax = { percent: '8.25', display_name: 'Sales tax', apply_to_shipping: true }
    await createTaxes(db, store_id, [{ country: 'US', rates: [sales_tax] }])
    const made = await createProducts(
      db,
      store_id,
      Array.from({ length: PRODUCTS }, (_, index) => productOf(index)),
    )
    const variant_ids = made.map(({ variants }) => variants[0]!.id)
    await createStockRecords(
      db,
      store_id,
      variant_ids.map(variant_id => ({ variant_id, location_id, num_in_stock: ENOUGH })),
    )
    return { store_id, token: await createToken(db, store_id, 'Benchmark', ['admin:read', 'admin:write']), variant_ids }
  })
}

const OAKLAND = { country: 'US', line1: '1 Harbour Way', line4: 'Oakland', state: 'CA', postcode: '94607' }

function productOf(index: number): NewProduct {
  const price = (5 + (index % 300) * 0.37).toFixed(2)
  return {
    title: `Harbour lantern No. ${index + 1}`,
    images: [{ path: `https://images.example.com/lantern-${index + 1}.jpg` }],
    variants: [
      { sku: `LANTERN-${index + 1}`, track_stock: true, unit_cost: '2.50', image: 0, prices: [{ currency: 'USD', price }] },
    ],
  }
}

const NEW_YORK = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  line1: '1 Main Street',
  line4: 'New York',
  state: 'NY',
  postcode: '10001',
  country: 'US',
  phone_number: '+12125550100',
}

/** A new order that is paid outside the shop, of so many lines of goods drawn at random. */
export function newOrder(shop: Shop, lines: number, buyer: string): object {
  const start = Math.floor(Math.random() * shop.variant_ids.length)
  // A stride without a common divisor with the number of goods visits each of them once.
  const variant = (line: number) => shop.variant_ids[(start + line * 7) % shop.variant_ids.length]
  return {
    user: { email: buyer, first_name: 'Ada', last_name: 'Lovelace' },
    shipping_address: NEW_YORK,
    billing_same_as_shipping_address: true,
    payment_method: 'external',
    lines: Array.from({ length: lines }, (_, line) => ({ product_id: variant(line), quantity: 1 + (line % 3) })),
  }
}
