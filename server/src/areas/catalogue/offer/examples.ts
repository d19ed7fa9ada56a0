import { cents, decimal } from '../../../platform/money.ts'
import type { BenefitType, ConditionType } from './candidate.ts'
import { applyOffers, type OfferCandidate, type OfferOutcome, type PricedLine, type Range } from './rules.ts'

/** An offer for the tests, told in short: when it applies and what it gives; all other fields as they mostly are. */
export interface Wish extends Partial<Omit<OfferCandidate, 'condition' | 'benefit'>> {
  when?: [ConditionType, string, Range?]
  gives: [BenefitType, string, Range?]
  max_affected_items?: number
}

export const everything: Range = { all_products: true, product_ids: [], category_ids: [] }

export function only(...product_ids: number[]): Range {
  return { all_products: false, product_ids, category_ids: [] }
}

export function line(id: number, price: string, quantity = 1, extras: Partial<PricedLine> = {}): PricedLine {
  const goods = { variant_id: id, product_id: id, category_ids: [], is_discountable: true, is_subscription: false }
  return { ...goods, unit_price: cents(price), quantity, ...extras }
}

export function offer({ when = ['count_gte', '1'], gives, max_affected_items, ...extras }: Wish): OfferCandidate {
  return {
    id: 1,
    kind: 'site',
    voucher_id: null,
    priority: 0,
    exclusive: false,
    combinations: [],
    condition: { type: when[0], value: when[1], range: when[2] ?? everything },
    benefit: { type: gives[0], value: gives[1], range: gives[2] ?? everything, max_affected_items: max_affected_items ?? null },
    max_cart_applications: null,
    discount_left: null,
    only_subscription: false,
    ...extras,
  }
}

export function apply(lines: PricedLine[], offers: Wish[], shipping = '0.00', unit = 1n): OfferOutcome {
  return applyOffers({ lines, shipping: cents(shipping), offers: offers.map(offer), unit })
}

/** What the offers take off each line, as text. */
export function discounts(lines: PricedLine[], ...offers: Wish[]): string[] {
  return apply(lines, offers).line_discounts.map(decimal)
}
