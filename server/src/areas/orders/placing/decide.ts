import type { Store } from '../../../platform/caller.ts'
import { type FieldProblem, invalid, invalidField, problem } from '../../../platform/errors.ts'
import { type Cents, cents, convert } from '../../../platform/money.ts'
import { instantAt } from '../../../platform/time.ts'
import { type CustomerDraft, draftCustomer } from '../../customers/index.ts'
import { type Assignment, type ChosenShipping, chooseShipping, route } from '../../fulfillment/index.ts'
import { currencyUnit, metadataProblems } from '../../stores/index.ts'
import { totalMax } from '../order/totals.ts'
import { type Addresses, readAddresses } from './addresses.ts'
import type { OrderCreate } from './contract.ts'
import { type Discounts, discount } from './discounts.ts'
import type { Known } from './known.ts'
import { type ChosenLine, chooseLines } from './lines.ts'
import { type Priced, price } from './price.ts'

/** Everything about an order but how it is paid. */
export interface Decided {
  known: Known
  addresses: Addresses
  chosen_shipping: ChosenShipping
  discounts: Discounts
  priced: Priced
  assignments: Assignment[]
  date_placed: Date
  terms: { basis: 'inclusive' | 'exclusive'; unit: bigint }
  report: { currency: string; rate: string }
}

const AHEAD_MS_MAX = 5 * 60_000

/** When the order is dated; nothing may be placed tomorrow. */
export function datePlaced(body: OrderCreate, store: Store, now: Date): Date {
  if (!body.date_placed) return now
  const at = instantAt('date_placed', body.date_placed, store.timezone)
  if (at.getTime() > now.getTime() + AHEAD_MS_MAX) throw invalidField('date_placed', 'max_value', 'Must not be in the future.')
  return at
}

/** Prices the order and finds the stock for it, or refuses: 400 names every field that is wrong, 409 the lines that lack stock. */
export function decide(body: OrderCreate, known: Known, date_placed: Date, now: Date): Decided {
  refuseUnknownCustomer(body, known)
  const report = currencyOf(known)
  const unit = currencyUnit(known.settings.currency)
  const terms = { basis: known.settings.prices_include_tax ? ('inclusive' as const) : ('exclusive' as const), unit }
  const problems: FieldProblem[] = []

  const lines = chooseLines(body, known, unit, problems)
  const addresses = readAddresses(body, known.customer, problems)
  checkMetadata(body, known, lines, problems)
  if (body.attribution?.agent != null && !known.agent)
    problems.push(problem('attribution.agent', 'does_not_exist', 'No such dashboard user.'))
  if (problems.length > 0) throw invalid(problems)

  const chosen_shipping = shippingOf(body, known, lines, addresses, unit)
  const discounts = discount(body, known, lines, chosen_shipping.price, unit, now, problems)
  if (problems.length > 0) throw invalid(problems)
  const priced = price(known, lines, chosen_shipping.price, discounts, addresses, terms)
  checkTotal(priced, lines)
  const assignments = body.status === 'canceled' ? [] : assign(body, known, lines, addresses)
  return { known, addresses, chosen_shipping, discounts, priced, assignments, date_placed, terms, report }
}

function refuseUnknownCustomer(body: OrderCreate, known: Known): void {
  if (body.user?.id != null && !known.customer) throw invalidField('user.id', 'does_not_exist', 'No such customer.')
}

/** A customer that may not buy is refused whatever else is wrong with the order. */
export function isBlocked({ is_blocked, customer }: Known): boolean {
  return is_blocked || customer?.is_blocked === true
}

function currencyOf({ settings }: Known): Decided['report'] {
  const { currency, reporting_currency, prices_include_tax, report_rate } = settings
  if (prices_include_tax === null) throw invalidField('currency', 'invalid_choice', 'This currency is not enabled in the store.')
  if (report_rate === null)
    throw invalidField('currency', 'unsupported', `There is no exchange rate from ${currency} to ${reporting_currency}.`)
  return { currency: reporting_currency, rate: report_rate }
}

function checkMetadata(body: OrderCreate, { definitions }: Known, lines: readonly ChosenLine[], problems: FieldProblem[]): void {
  problems.push(
    ...metadataProblems(body.metadata, 'order', 'metadata', definitions),
    ...metadataProblems(body.attribution?.metadata, 'attribution', 'attribution.metadata', definitions),
    ...metadataProblems(body.user?.metadata, 'customer', 'user.metadata', definitions),
    ...lines.flatMap(({ metadata, index }) => metadataProblems(metadata, 'line', `lines.${index}.metadata`, definitions)),
  )
}

function shippingOf(
  body: OrderCreate,
  { settings, shipping_methods }: Known,
  lines: readonly ChosenLine[],
  { shipping }: Addresses,
  unit: Cents,
): ChosenShipping {
  const { currency, first_currency, first_currency_rate } = settings
  const price_given = body.shipping_price === undefined ? null : cents(body.shipping_price)
  if (price_given !== null && price_given % unit !== 0n)
    throw invalidField('shipping_price', 'invalid', `${currency} has no decimals.`)
  return chooseShipping({
    methods: shipping_methods.map(method => ({
      ...method,
      prices: method.prices.map(each => ({ ...each, price: cents(each.price) })),
    })),
    code: body.shipping_code || null,
    country: shipping?.country ?? null,
    currency,
    price_given,
    has_shippable: lines.some(({ variant }) => variant.requires_shipping),
    store_currency: first_currency,
    ...(first_currency_rate === null ? {} : { rate_to_currency: (price: Cents) => convert(price, first_currency_rate, unit) }),
  })
}

function checkTotal({ totals }: Priced, lines: readonly ChosenLine[]): void {
  if (totals.total_incl_tax > totalMax) throw invalidField('lines', 'max_value', 'The total of the order is too large.')
  if (totals.total_incl_tax === 0n && lines.some(({ subscription }) => subscription !== null))
    throw invalidField('lines', 'min_value', 'A subscription needs a first payment: the total must not be zero.')
}

/** Which location holds which line. An import of history moves no stock, so nothing can be short. */
function assign(body: OrderCreate, known: Known, lines: readonly ChosenLine[], { shipping }: Addresses): Assignment[] {
  const imported = body.status === 'archived'
  return route({
    lines: lines.map(({ index, quantity, variant }) => ({
      index,
      variant_id: variant.id,
      quantity,
      requires_shipping: variant.requires_shipping,
      tracked: variant.track_stock && !imported,
      allow_backorders: variant.allow_backorders,
    })),
    stock: known.variants.flatMap(({ id, stock }) => stock.map(record => ({ ...record, variant_id: id }))),
    locations: known.locations,
    destination: shipping && !imported ? shipping : null,
  }).assignments
}

/** The customer whom the order names, found, filled in or new; null for an order without one. */
export function customerOf(body: OrderCreate, { known, addresses }: Decided, isTest: boolean): CustomerDraft | null {
  const { user } = body
  if (!user || (user.id == null && !user.email && !user.phone_number)) return null
  const problems: FieldProblem[] = []
  const draft = draftCustomer(user, known.customer, addresses.shipping, addresses.to_save, isTest, problems)
  if (problems.length > 0) throw invalid(problems)
  return draft
}
