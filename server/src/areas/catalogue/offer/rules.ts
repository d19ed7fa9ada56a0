import { type Cents, smaller, sum } from '../../../platform/money.ts'
import { applyToGoods } from './application.ts'
import { discountLeft, shippingDiscount } from './benefits.ts'
import { type AppliedOffer, isInRange, type OfferCandidate, type OfferOutcome, type PricedLine } from './candidate.ts'
import { isMet } from './conditions.ts'
import { inOrder, isCrowdedOut, isShippingOffer, mayJoin } from './stacking.ts'
import { discountOf, type LineUnits, type Run, untouched } from './units.ts'

export type { AppliedOffer, Benefit, Condition, OfferCandidate, OfferOutcome, PricedLine, Range } from './candidate.ts'

/** The purchase while offers are applied to it, one after the other, each to what the ones before left over. */
interface Purchase {
  units: LineUnits[]
  shipping: { price: Cents; touched: number[] }
  unit: Cents
  offers: ReadonlyMap<number, OfferCandidate>
}

/** What each offer takes off each line and off shipping. No line and no shipping price falls below zero. */
export function applyOffers(input: {
  lines: PricedLine[]
  shipping: Cents
  offers: OfferCandidate[]
  unit: Cents
}): OfferOutcome {
  const purchase: Purchase = {
    units: input.lines.map(untouched),
    shipping: { price: input.shipping, touched: [] },
    unit: input.unit,
    offers: new Map(input.offers.map(offer => [offer.id, offer])),
  }
  const applied: AppliedOffer[] = []
  const before: OfferCandidate[] = []
  for (const offer of inOrder(input.offers)) {
    if (isCrowdedOut(offer, before)) continue
    const outcome = isShippingOffer(offer) ? applyToShipping(purchase, offer) : applyToLines(purchase, offer)
    if (outcome.total === 0n) continue
    applied.push(outcome)
    before.push(offer)
  }
  return {
    applied,
    line_discounts: purchase.units.map(discountOf),
    shipping_discount: input.shipping - purchase.shipping.price,
  }
}

function applyToLines(purchase: Purchase, offer: OfferCandidate): AppliedOffer {
  const permits = (run: Run) => mayJoin(offer, run.touched, purchase.offers)
  const { applications, shares } = applyToGoods(offer, visibleTo(purchase, offer), permits, purchase.unit)
  const lines = purchase.units.map(({ index }) => shares.get(index) ?? 0n)
  return { offer_id: offer.id, voucher_id: offer.voucher_id, applications, lines, shipping: 0n, total: sum(lines) }
}

// Our choice: an offer on shipping takes nothing but shipping, so its condition is met or not, uses no units up and is not
// in the way of the offers on goods, nor they in its.
function applyToShipping({ units, shipping, unit, offers }: Purchase, offer: OfferCandidate): AppliedOffer {
  const lines = units.map(() => 0n)
  const outcome = { offer_id: offer.id, voucher_id: offer.voucher_id, applications: 1, lines }
  const counted = visibleTo({ units }, offer)
    .map(({ line }) => line)
    .filter(isInRange(offer.condition.range))
  const isApplied =
    offer.max_cart_applications !== 0 && mayJoin(offer, shipping.touched, offers) && isMet(offer.condition, counted)
  if (!isApplied) return { ...outcome, shipping: 0n, total: 0n }
  const wished = shippingDiscount(offer.benefit, shipping.price, unit)
  const left = discountLeft(offer, unit)
  const discount = left === null ? wished : smaller(wished, left)
  if (discount > 0n) shipping.touched.push(offer.id)
  shipping.price -= discount
  return { ...outcome, shipping: discount, total: discount }
}

/** Lines that may not be discounted, and those without a subscription for an offer on subscriptions, do not exist for it. */
function visibleTo({ units }: Pick<Purchase, 'units'>, offer: OfferCandidate): LineUnits[] {
  return units.filter(
    ({ line }) => line.quantity > 0 && line.is_discountable && (!offer.only_subscription || line.is_subscription),
  )
}
