import { type Cents, divideRounded, type Fraction, fraction, split, sum } from '../../../platform/money.ts'

/** The taxes of one country. */
export interface TaxRegion {
  country: string
  enabled: boolean
  rates: TaxRate[]
  overrides: TaxOverride[]
}

export interface TaxRate {
  id: number
  /** `*` for the whole country, else states separated by vertical bars: `CA|NY`. */
  state: string
  percent: string
  display_name: string
  apply_to_shipping: boolean
  compound: boolean
}

/** A rate that replaces all others for the products of a category. */
export interface TaxOverride {
  id: number
  category_id: number
  percent: string
  display_name: string
}

/** A rate as it was when it was applied; an order keeps it for all later sums, whatever becomes of the rate. */
export interface AppliedRate {
  id: number
  title: string
  percent: string
  source: 'builtin'
}

/** Whether prices contain their taxes. */
export type Basis = 'inclusive' | 'exclusive'

/** One amount without and with its taxes; `taxes` has one entry per rate, in the order of the rates. */
export interface Taxed {
  excl: Cents
  incl: Cents
  taxes: Cents[]
}

interface TaxedProduct {
  category_ids: readonly number[]
  charge_tax: boolean
  requires_shipping: boolean
}

interface TaxPlace {
  country: string
  state: string | null
}

/** Where a line is taxed: what is shipped where it goes, everything else where the bill goes, or the parcel when there is no bill. */
export function taxAddress<Address>(
  requiresShipping: boolean,
  shipping: Address | null,
  billing: Address | null,
): Address | null {
  return requiresShipping ? shipping : (billing ?? shipping)
}

/** The rates of a line, by id; none when nothing is to be taxed. */
export function applicableRates(
  config: TaxRegion | null,
  product: TaxedProduct,
  address: TaxPlace | null,
  settings: { charge_tax_on_digital: boolean },
): AppliedRate[] {
  if (!product.charge_tax || !(product.requires_shipping || settings.charge_tax_on_digital)) return []
  if (!config || !address || !covers(config, address)) return []
  const [override] = config.overrides.filter(({ category_id }) => product.category_ids.includes(category_id)).sort(byId)
  return override ? [applied(override)] : ratesOf(config, address.state).map(applied)
}

/** The rates of the shipping price: those of the address that say so. */
export function shippingRates(region: TaxRegion | null, address: TaxPlace | null): AppliedRate[] {
  if (!region || !address || !covers(region, address)) return []
  return ratesOf(region, address.state)
    .filter(rate => rate.apply_to_shipping)
    .map(applied)
}

/** Adds the taxes to an amount, or finds those inside it. Rates add up on the same amount: there is no tax on tax. */
export function taxed(net: Cents, rates: readonly AppliedRate[], basis: Basis, unit: Cents = 1n): Taxed {
  const shares = rates.map(rate => fraction(rate.percent))
  if (basis === 'exclusive') {
    const taxes = shares.map(({ numerator, denominator }) => divideRounded(net * numerator, denominator * 100n, unit))
    return { excl: net, incl: net + sum(taxes), taxes }
  }
  const { weights, whole } = inOneScale(shares)
  const excl = divideRounded(net * whole, whole + sum(weights), unit)
  return { excl, incl: net, taxes: split(net - excl, weights, unit) }
}

/** The shares in which rates divide a tax that they have in common. */
export function rateWeights(rates: readonly AppliedRate[]): bigint[] {
  return inOneScale(rates.map(rate => fraction(rate.percent))).weights
}

/** The rate as the wire has it: '8.25' percent is 0.0825. */
export function rateFraction(percent: string): number {
  fraction(percent)
  return Number(`${percent}e-2`)
}

function covers(region: TaxRegion, address: TaxPlace): boolean {
  return region.enabled && sameCode(region.country, address.country)
}

/** State rates take the place of the country's, unless all of them are compound: then they come on top of each other. */
function ratesOf(region: TaxRegion, state: string | null): TaxRate[] {
  const sorted = region.rates.toSorted(byId)
  const federal = sorted.filter(isFederal)
  const ofState = sorted.filter(
    rate => !isFederal(rate) && state !== null && rate.state.split('|').some(code => sameCode(code, state)),
  )
  if (ofState.length === 0) return federal
  const compound = ofState.filter(rate => rate.compound)
  if (compound.length === 0) return ofState.slice(0, 1)
  // Our choice: of several rates for the whole country, all must be compound to be combined with those of a state.
  const together = compound.length === ofState.length && federal.every(rate => rate.compound)
  return together ? [...federal, ...ofState].sort(byId) : compound
}

function isFederal(rate: TaxRate): boolean {
  return rate.state.trim() === '*'
}

function sameCode(a: string, b: string): boolean {
  return a.trim().toUpperCase() === b.trim().toUpperCase() && a.trim() !== ''
}

function byId(a: { id: number }, b: { id: number }): number {
  return a.id - b.id
}

function applied({ id, display_name, percent }: TaxRate | TaxOverride): AppliedRate {
  return { id, title: display_name, percent, source: 'builtin' }
}

/** Percentages as whole numbers, and what a hundred percent is among them. */
function inOneScale(shares: readonly Fraction[]): { weights: bigint[]; whole: bigint } {
  const scale = shares.reduce((product, { denominator }) => product * denominator, 1n)
  return { weights: shares.map(({ numerator, denominator }) => (numerator * scale) / denominator), whole: scale * 100n }
}
