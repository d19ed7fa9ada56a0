import { invalidField } from '../../../platform/errors.ts'
import type { Cents } from '../../../platform/money.ts'

export interface ShippingMethodChoice {
  id: number
  code: string
  name: string
  is_public: boolean
  /** Empty serves every country. */
  countries: readonly string[]
  prices: readonly { currency: string; price: Cents }[]
}

interface ShippingQuestion {
  methods: readonly ShippingMethodChoice[]
  /** The code that the request names, if any. */
  code: string | null
  /** Null without an address. */
  country: string | null
  currency: string
  /** The price that the request names, if any. */
  price_given: Cents | null
  has_shippable: boolean
  /** How a price in the store's own currency becomes one in the order's. */
  store_currency?: string
  rate_to_currency?: (price: Cents) => Cents
}

export interface ChosenShipping {
  code: string
  name: string
  price: Cents
}

/** The method that ships the order and its price before discounts and tax; 400 on `shipping_code` when it cannot be used. */
export function chooseShipping(question: ShippingQuestion): ChosenShipping {
  const { code, price_given, has_shippable } = question
  if (price_given !== null && price_given < 0n) {
    throw invalidField('shipping_price', 'min_value', 'The shipping price cannot be negative.')
  }
  if (!has_shippable) return { code: '', name: '', price: 0n }

  const chosen = code ? namedMethod(code, question) : cheapestMethod(question)
  // Our choice: a given price is charged even when no method serves the country.
  if (chosen === undefined) return { code: '', name: '', price: price_given ?? 0n }
  const price = price_given ?? priceOf(chosen, question)
  if (price === undefined) throw unusable(`Shipping method "${chosen.code}" has no price in ${question.currency}.`)
  return { code: chosen.code, name: chosen.name, price }
}

function namedMethod(code: string, question: ShippingQuestion): ShippingMethodChoice {
  const method = question.methods.find(each => each.code === code)
  if (method === undefined) throw invalidField('shipping_code', 'does_not_exist', `There is no shipping method "${code}".`)
  if (!method.is_public) throw unusable(`Shipping method "${code}" is not public.`)
  if (!serves(method, question.country)) throw unusable(`Shipping method "${code}" does not serve ${question.country}.`)
  return method
}

function cheapestMethod(question: ShippingQuestion): ShippingMethodChoice | undefined {
  return question.methods
    .filter(method => method.is_public && serves(method, question.country))
    .map(method => ({ method, price: priceOf(method, question) }))
    .filter((each): each is { method: ShippingMethodChoice; price: Cents } => each.price !== undefined)
    .sort((a, b) => (a.price === b.price ? a.method.id - b.method.id : a.price < b.price ? -1 : 1))[0]?.method
}

/** The price in the order's currency, or else the one in the store's currency, converted. */
function priceOf(method: ShippingMethodChoice, question: ShippingQuestion): Cents | undefined {
  const priceIn = (currency?: string) => method.prices.find(each => each.currency === currency)?.price
  const own = priceIn(question.store_currency)
  return priceIn(question.currency) ?? (own === undefined ? undefined : question.rate_to_currency?.(own))
}

const serves = ({ countries }: ShippingMethodChoice, country: string | null) =>
  country === null || countries.length === 0 || countries.includes(country)

const unusable = (message: string) => invalidField('shipping_code', 'invalid', message)
