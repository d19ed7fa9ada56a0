import { createProducts, createStockRecords, type NewProduct } from '../src/areas/catalogue/index.ts'
import type { Queryable } from '../src/platform/sql.ts'
import type { Wishes, World } from './world.ts'
import { type Counted, type Good, PRICES, STOCK } from './world-figures.ts'

/** Six goods, one of each kind that sells differently. */
export async function makeGoods(
  db: Queryable,
  store_id: number,
  { lights, books }: World['categories'],
): Promise<Pick<World, 'products' | 'variants'>> {
  const shop = goodsIn(lights, books)
  const created = await createProducts(db, store_id, Object.values(shop))
  const byName = new Map(Object.keys(shop).map((name, index) => [name, created[index]!]))
  const variant = (good: Good, index = 0) => byName.get(good)!.variants[index]!.id
  const products = Object.fromEntries([...byName].map(([name, { id }]) => [name, id])) as World['products']
  const single = Object.fromEntries(Object.keys(shop).map(name => [name, variant(name as Good)])) as Record<Good, number>
  const { shirt, ...variants } = single
  return { products, variants: { ...variants, shirt_small: shirt, shirt_large: variant('shirt', 1) } }
}

function goodsIn(lights: number, books: number): Record<Good, NewProduct> {
  const image = (name: string) => [{ path: `https://images.example.com/${name}.jpg`, caption: name }]
  const counted = { track_stock: true, image: 0 }
  return {
    lantern: {
      title: 'Harbour lantern',
      category_ids: [lights],
      images: image('lantern'),
      variants: [{ ...counted, sku: 'LANTERN', unit_cost: '15.00', prices: pricesOf('lantern') }],
    },
    candle: {
      title: 'Beeswax candle',
      category_ids: [lights],
      images: image('candle'),
      variants: [{ sku: 'CANDLE', unit_cost: '4.20', prices: pricesOf('candle') }],
    },
    mug: {
      title: 'Enamel mug',
      images: image('mug'),
      variants: [{ ...counted, sku: 'MUG', allow_backorders: true, prices: pricesOf('mug') }],
    },
    guide: {
      title: 'Guide to lighthouses',
      category_ids: [books],
      variants: [{ sku: 'GUIDE', requires_shipping: false, prices: pricesOf('guide') }],
    },
    shirt: { title: 'Striped shirt', variants: [shirtOf('S'), shirtOf('L')] },
    coffee: {
      title: 'Night watch coffee',
      enable_subscription: true,
      interval: 'month',
      interval_counts: [1, 2],
      variants: [{ sku: 'COFFEE', prices: pricesOf('coffee') }],
    },
  }
}

/** Puts the counted goods on the shelves of both locations. */
export async function fillShelves(
  db: Queryable,
  store_id: number,
  variants: World['variants'],
  locations: World['locations'],
  wished: Wishes['stock'],
): Promise<World['stock']> {
  const fill = async (location_id: number, shelf: Record<Counted, number>) => {
    const names = Object.keys(shelf) as Counted[]
    const ids = await createStockRecords(
      db,
      store_id,
      names.map(name => ({ variant_id: variants[name], location_id, num_in_stock: shelf[name] })),
    )
    return Object.fromEntries(names.map((name, index) => [name, ids[index]])) as Record<Counted, number>
  }
  return { us: await fill(locations.us, { ...STOCK.us, ...wished }), eu: await fill(locations.eu, STOCK.eu) }
}

const pricesOf = (good: Good) => Object.entries(PRICES[good]).map(([currency, price]) => ({ currency, price }))
const shirtOf = (size: string) => ({
  sku: `SHIRT-${size}`,
  track_stock: true,
  attribute_values: [{ name: 'Size', value: size }],
  prices: pricesOf('shirt'),
})
