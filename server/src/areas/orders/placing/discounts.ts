import { type FieldProblem, problem } from '../../../platform/errors.ts'
import { type Cents, cents } from '../../../platform/money.ts'
import { applyOffers, type OfferCandidate, type OfferOutcome } from '../../catalogue/offer/rules.ts'
import type { OrderCreate } from './contract.ts'
import type { Known, KnownOffer, KnownVoucher } from './known.ts'
import type { ChosenLine } from './lines.ts'

export interface Discounts extends OfferOutcome {
  offers: Map<number, KnownOffer>
  vouchers: KnownVoucher[]
}

/** The offers that an order names and those of its vouchers, applied. Naming one that cannot be used is a problem at its index. */
export function discount(
  body: OrderCreate,
  known: Known,
  lines: readonly ChosenLine[],
  shipping: Cents,
  unit: Cents,
  now: Date,
  problems: FieldProblem[],
): Discounts {
  const vouchers = usableVouchers(body, known, now, problems)
  const offers = new Map(known.offers.map(offer => [offer.id, offer]))
  const candidates = [...siteOffers(body, known, offers, now, problems), ...voucherOffers(vouchers, known, offers, now)]
  const outcome = applyOffers({
    lines: lines.map(({ variant, unit_price, quantity, subscription }) => ({
      variant_id: variant.id,
      product_id: variant.product_id,
      category_ids: variant.category_ids,
      unit_price,
      quantity,
      is_discountable: variant.is_discountable,
      is_subscription: subscription !== null,
    })),
    shipping,
    offers: candidates,
    unit,
  })
  return { ...outcome, offers, vouchers }
}

function siteOffers(
  body: OrderCreate,
  known: Known,
  offers: Map<number, KnownOffer>,
  now: Date,
  problems: FieldProblem[],
): OfferCandidate[] {
  const candidates = new Map<number, OfferCandidate>()
  for (const [index, id] of (body.offers ?? []).entries()) {
    const offer = offers.get(id)
    if (offer?.kind === 'site' && isCandidate(offer, known, now)) candidates.set(id, candidate(offer, null))
    else if (offer) problems.push(problem(`offers.${index}`, 'invalid', 'This offer cannot be used now, or not for this order.'))
    else problems.push(problem(`offers.${index}`, 'does_not_exist', 'No such offer.'))
  }
  return [...candidates.values()]
}

function voucherOffers(vouchers: KnownVoucher[], known: Known, offers: Map<number, KnownOffer>, now: Date): OfferCandidate[] {
  return vouchers.flatMap(voucher =>
    voucher.offer_ids.flatMap(id => {
      const offer = offers.get(id)
      return offer && isCandidate(offer, known, now) ? [candidate(offer, voucher.id)] : []
    }),
  )
}

function usableVouchers(body: OrderCreate, known: Known, now: Date, problems: FieldProblem[]): KnownVoucher[] {
  const byCode = new Map(known.vouchers.map(voucher => [voucher.code.toUpperCase(), voucher]))
  const usable = new Map<number, KnownVoucher>()
  for (const [index, code] of (body.vouchers ?? []).entries()) {
    const voucher = byCode.get(code.toUpperCase())
    if (voucher && isUsable(voucher, now)) usable.set(voucher.id, voucher)
    // One message for every reason: codes cannot be found out by trying.
    else problems.push(problem(`vouchers.${index}`, 'invalid', 'This code cannot be used.'))
  }
  if (new Set((body.vouchers ?? []).map(code => code.toUpperCase())).size > known.settings.cart_coupon_limit)
    problems.push(problem('vouchers', 'max_length', `At most ${known.settings.cart_coupon_limit} codes can be used on an order.`))
  return [...usable.values()]
}

function isUsable({ usage, num_orders, used_by_customer, start_datetime, end_datetime }: KnownVoucher, now: Date): boolean {
  if (!isWithin(start_datetime, end_datetime, now)) return false
  return usage === 'single_use' ? num_orders === 0 : usage === 'multi_use' || !used_by_customer
}

function isCandidate(offer: KnownOffer, { settings }: Known, now: Date): boolean {
  if (offer.status !== 'active' || offer.currency !== settings.currency || !isWithin(offer.start_at, offer.end_at, now))
    return false
  if (offer.max_global_applications !== null && offer.used_applications >= offer.max_global_applications) return false
  if (offer.max_user_applications !== null && offer.used_by_customer >= offer.max_user_applications) return false
  return discountLeft(offer) === null || discountLeft(offer)! > 0n
}

const isWithin = (start: string, end: string | null, now: Date) => new Date(start) <= now && (end === null || now < new Date(end))

const discountLeft = ({ max_total_discount, used_discount }: KnownOffer): Cents | null =>
  max_total_discount === null ? null : cents(max_total_discount) - cents(used_discount)

function candidate(offer: KnownOffer, voucher_id: number | null): OfferCandidate {
  const { max_cart_applications, max_user_applications, max_global_applications, used_applications, used_by_customer } = offer
  const left = [
    max_cart_applications,
    max_user_applications && max_user_applications - used_by_customer,
    max_global_applications && max_global_applications - used_applications,
  ].filter(limit => limit !== null)
  return {
    ...offer,
    voucher_id,
    max_cart_applications: left.length === 0 ? null : Math.min(...left),
    discount_left: discountLeft(offer),
  }
}
