import { type Cents, divideRounded, fraction, percent, smaller, split, sum } from '../../../platform/money.ts'
import { type Benefit, isInRange, type OfferCandidate, type PricedLine } from './candidate.ts'
import { budget, type Piece } from './units.ts'

/** Which lines a benefit can reach. */
export function reachOf({ benefit, condition }: OfferCandidate): (line: PricedLine) => boolean {
  if (benefit.type === 'order_percentage') return () => true
  // Our choice: a fixed price is the price of what the condition asks for, so the range of the benefit has no say.
  if (benefit.type === 'fixed_price') return isInRange(condition.range)
  return isInRange(benefit.range)
}

/** How many units one application discounts at most, the cheapest first. */
export function mostUnits({ type, max_affected_items }: Benefit): number {
  if (type === 'multibuy') return 1
  return type === 'percentage' ? (max_affected_items ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY
}

/** What one application takes off goods that still cost `worth`. */
export function goodsDiscount(benefit: Benefit, worth: Cents, unit: Cents): Cents {
  switch (benefit.type) {
    case 'percentage':
    case 'order_percentage':
      return within(percent(worth, benefit.value, unit), worth)
    case 'absolute':
      return within(amountOf(benefit, unit), worth)
    case 'multibuy':
      return worth
    case 'fixed_price':
      return within(worth - amountOf(benefit, unit), worth)
    default:
      return 0n
  }
}

/** What the benefit takes off a shipping price. */
export function shippingDiscount(benefit: Benefit, price: Cents, unit: Cents): Cents {
  switch (benefit.type) {
    case 'shipping_absolute':
      return within(amountOf(benefit, unit), price)
    case 'shipping_fixed_price':
      return within(price - amountOf(benefit, unit), price)
    case 'shipping_percentage':
      return within(percent(price, benefit.value, unit), price)
    default:
      return 0n
  }
}

/** What the offer may still give, in whole coins; null is without end. */
export function discountLeft({ discount_left }: OfferCandidate, unit: Cents): Cents | null {
  if (discount_left === null) return null
  return discount_left > 0n ? discount_left - (discount_left % unit) : 0n
}

/** Spreads a discount over pieces: first over their lines by what those still cost, then within each line. */
export function spread(discount: Cents, pieces: readonly Piece[], unit: Cents): Map<Piece, Cents> {
  const byLine = [...Map.groupBy(pieces, piece => piece.units.index)].sort(([a], [b]) => a - b).map(([, group]) => group)
  const lineBudgets = byLine.map(group => sum(group.map(budget)))
  const shares = split(discount, lineBudgets, unit)
  const amounts = new Map<Piece, Cents>()
  for (const [at, group] of byLine.entries()) {
    const parts = split(shares[at]!, group.map(budget), unit)
    for (const [index, piece] of group.entries()) amounts.set(piece, parts[index]!)
  }
  return amounts
}

function amountOf(benefit: Benefit, unit: Cents): Cents {
  const { numerator, denominator } = fraction(benefit.value)
  return divideRounded(numerator * 100n, denominator, unit)
}

function within(discount: Cents, most: Cents): Cents {
  return discount < 0n ? 0n : smaller(discount, most)
}
