import type { BenefitType, OfferCandidate } from './candidate.ts'

const ofShipping: ReadonlySet<BenefitType> = new Set(['shipping_absolute', 'shipping_fixed_price', 'shipping_percentage'])

export function isShippingOffer(offer: OfferCandidate): boolean {
  return ofShipping.has(offer.benefit.type)
}

/** The order of application: goods before shipping, then by priority, vouchers before site offers, older offers first. */
export function inOrder(offers: readonly OfferCandidate[]): OfferCandidate[] {
  const sorted = offers.toSorted(
    (a, b) =>
      Number(isShippingOffer(a)) - Number(isShippingOffer(b)) ||
      b.priority - a.priority ||
      Number(a.kind === 'site') - Number(b.kind === 'site') ||
      a.id - b.id ||
      (a.voucher_id ?? 0) - (b.voucher_id ?? 0),
  )
  // Our choice: an offer that two vouchers bring is one offer, and belongs to the older voucher.
  return sorted.filter((offer, index) => sorted[index - 1]?.id !== offer.id)
}

/** Whether an offer may touch what those others touched before: never twice itself, and never across an exclusive one. */
export function mayJoin(offer: OfferCandidate, touched: readonly number[], offers: ReadonlyMap<number, OfferCandidate>): boolean {
  if (touched.length === 0) return true
  if (offer.exclusive) return false
  return touched.every(id => {
    const other = offers.get(id)
    return other !== undefined && id !== offer.id && !other.exclusive && listEachOther(offer, other)
  })
}

/** Of the exclusive offers in one voucher, the first one that gives anything is the only one. */
// Our choice: an exclusive offer of higher priority whose condition is not met leaves the place to the next.
export function isCrowdedOut(offer: OfferCandidate, appliedBefore: readonly OfferCandidate[]): boolean {
  if (!offer.exclusive || offer.voucher_id === null) return false
  return appliedBefore.some(other => other.exclusive && other.voucher_id === offer.voucher_id)
}

function listEachOther(a: OfferCandidate, b: OfferCandidate): boolean {
  return a.combinations.includes(b.id) && b.combinations.includes(a.id)
}
