import type { NewPrice, NewProduct, NewStockRecord, NewVariant } from '../areas/catalogue/index.ts'
import { type Cents, cents, decimal, percent } from '../platform/money.ts'
import type { Good } from './goods/good.ts'
import { LIGHTS } from './goods/lights.ts'
import { PAPER } from './goods/paper.ts'
import { TABLE } from './goods/table.ts'
import { WOOL } from './goods/wool.ts'
import type { Random } from './random.ts'
import type { Category } from './story.ts'

export const GOODS: readonly Good[] = [...LIGHTS, ...WOOL, ...TABLE, ...PAPER]

/** Something of the goods that can be put into a parcel: one value of each option. */
interface Choice {
  values: { name: string; value: string }[]
  extra: Cents
}

/** A good as a product of the catalogue. */
export function newProduct(good: Good, category_ids: Record<Category, number>, picture: string): NewProduct {
  const { title, about, category, tags = [], options, months } = good
  return {
    title,
    description: about,
    category_ids: [category_ids[category]],
    tags,
    images: [{ path: picture, file_name: picture.split('/').at(-1), caption: title }],
    ...(months ? { enable_subscription: true, interval: 'month', interval_counts: months } : {}),
    variant_attributes: Object.entries(options ?? {}).map(([name, values]) => ({ name, values: values.map(textOf) })),
    variants: choicesOf(good).map(choice => newVariant(good, choice)),
  }
}

const textOf = (value: string | readonly [string, string]) => (typeof value === 'string' ? value : value[0])
const extraOf = (value: string | readonly [string, string]) => cents(typeof value === 'string' ? '0.00' : value[1])

function choicesOf({ options = {} }: Good): Choice[] {
  let choices: Choice[] = [{ values: [], extra: 0n }]
  for (const [name, values] of Object.entries(options))
    choices = choices.flatMap(choice =>
      values.map(each => ({
        values: [...choice.values, { name, value: textOf(each) }],
        extra: choice.extra + extraOf(each),
      })),
    )
  return choices
}

function newVariant(good: Good, { values, extra }: Choice): NewVariant {
  const price = cents(good.usd) + extra
  return {
    sku: [good.sku, ...values.map(({ value }) => codeOf(value))].join('-'),
    track_stock: good.stock !== 'uncounted',
    allow_backorders: good.stock === 'backorders',
    requires_shipping: !good.download,
    unit_cost: decimal(percent(price, good.download ? '5' : '42')),
    attribute_values: values,
    image: 0,
    prices: [pricesIn('USD', good, price, extra), pricesIn('EUR', good, price, extra)],
  }
}

const codeOf = (value: string) => {
  const letters = value.toUpperCase().replace(/[^A-Z0-9]/g, '')
  return /^\d/.test(letters) ? letters : letters.slice(0, 3)
}

function pricesIn(currency: 'USD' | 'EUR', { was, months }: Good, price: Cents, extra: Cents): NewPrice {
  const shown = (amount: Cents) => decimal(currency === 'USD' ? amount : inEuros(amount))
  return {
    currency,
    price: shown(price),
    retail: was ? shown(cents(was) + extra) : null,
    subscription: months ? shown(price - percent(price, '10', 10n)) : null,
  }
}

/** The price in Europe, where it includes the tax: a little more, in steps of fifty cents. */
function inEuros(price: Cents): Cents {
  return percent(price, '104', 50n)
}

const ON_THE_SHELF = { plenty: [120, 400], few: [25, 60], backorders: [0, 30] } as const

/** What lies on the shelves of the locations, of which the second is smaller. */
export function newStock(
  good: Good,
  variant_ids: readonly number[],
  locations: readonly number[],
  random: Random,
): NewStockRecord[] {
  const { stock = 'plenty' } = good
  if (stock === 'uncounted') return []
  const [least, most] = ON_THE_SHELF[stock]
  return variant_ids.flatMap(variant_id =>
    locations.map((location_id, place) => ({
      variant_id,
      location_id,
      num_in_stock: Math.ceil(random.whole(least, most) / (place + 1)),
      low_stock_threshold: stock === 'plenty' ? 20 : 8,
    })),
  )
}
