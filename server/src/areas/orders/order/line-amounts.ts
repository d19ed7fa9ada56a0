import { type Cents, divideRounded, split } from '../../../platform/money.ts'
import { type AppliedRate, type Basis, taxed } from '../../catalogue/tax/rules.ts'

/** How the amounts of an order are reckoned; fixed when it is placed. `unit` is the smallest coin of its currency. */
export interface PriceTerms {
  basis: Basis
  unit: Cents
}

/** What a line keeps of the moment it was made; its amounts at any quantity follow from this. */
export interface PricedOrderLine {
  unit_price: Cents
  placed_quantity: number
  placed_discount: Cents
  rates: readonly AppliedRate[]
}

/** The amounts of a whole line after its discount; `taxes` in the order of the line's rates. */
export interface LineAmounts {
  discount: Cents
  excl: Cents
  incl: Cents
  taxes: Cents[]
}

/** What a line amounts to when it has that many units. Units that were added after it was placed carry no discount. */
export function lineAmounts(line: PricedOrderLine, quantity: number, terms: PriceTerms): LineAmounts {
  const discount = discountAt(line, quantity, terms)
  return { discount, ...taxed(line.unit_price * BigInt(quantity) - discount, line.rates, terms.basis, terms.unit) }
}

/**
 * What `count` units are worth when they leave a line that has `current`: the difference they make, so that refunding a line unit by
 * unit returns its total to the cent. One of three or more taxes may differ by a coin the other way.
 */
export function refundAmounts(line: PricedOrderLine, current: number, count: number, terms: PriceTerms): LineAmounts {
  const before = lineAmounts(line, current, terms)
  const after = lineAmounts(line, current - count, terms)
  return {
    discount: before.discount - after.discount,
    excl: before.excl - after.excl,
    incl: before.incl - after.incl,
    taxes: before.taxes.map((tax, index) => tax - after.taxes[index]!),
  }
}

/** The part that each offer has in the line's discount at a quantity, given their parts when it was placed. */
export function discountShares(
  line: PricedOrderLine,
  placedShares: readonly Cents[],
  quantity: number,
  terms: PriceTerms,
): Cents[] {
  return split(discountAt(line, quantity, terms), placedShares, terms.unit)
}

function discountAt({ placed_discount, placed_quantity }: PricedOrderLine, quantity: number, { unit }: PriceTerms): Cents {
  if (placed_quantity === 0) return 0n
  return divideRounded(placed_discount * BigInt(Math.min(quantity, placed_quantity)), BigInt(placed_quantity), unit)
}
