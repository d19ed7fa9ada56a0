import { type Cents, divideRounded, split } from '../../../platform/money.ts'
import { type AppliedRate, rateWeights, type Taxed, taxed } from '../../catalogue/tax/rules.ts'
import type { PriceTerms } from './line-amounts.ts'

/** The shipping price of an order after its discounts, in the basis of its prices, and what of it was refunded, without tax. */
export interface PricedShipping {
  price: Cents
  refunded_excl_tax: Cents
  rates: readonly AppliedRate[]
}

/** What shipping amounts to: the price with its taxes, less what was refunded. `excl` is what can still be refunded. */
export function shippingAmounts({ price, refunded_excl_tax, rates }: PricedShipping, terms: PriceTerms): Taxed {
  const { basis, unit } = terms
  if (basis === 'exclusive') return taxed(price - refunded_excl_tax, rates, basis, unit)
  const placed = taxed(price, rates, basis, unit)
  if (refunded_excl_tax === 0n || placed.excl === 0n) return placed
  // Our choice: where prices contain tax, a refund of part of the price takes as large a part of the tax inside it.
  const excl = placed.excl - refunded_excl_tax
  const tax = divideRounded((placed.incl - placed.excl) * excl, placed.excl, unit)
  return { excl, incl: excl + tax, taxes: split(tax, rateWeights(rates), unit) }
}

/** What a refund of this much shipping, given without tax, amounts to with its taxes. */
export function shippingRefundAmounts(shipping: PricedShipping, refundExclTax: Cents, terms: PriceTerms): Taxed {
  const before = shippingAmounts(shipping, terms)
  const after = shippingAmounts({ ...shipping, refunded_excl_tax: shipping.refunded_excl_tax + refundExclTax }, terms)
  return {
    excl: before.excl - after.excl,
    incl: before.incl - after.incl,
    taxes: before.taxes.map((tax, index) => tax - after.taxes[index]!),
  }
}
