import type { Cents } from '../../../platform/money.ts'

/** A line as offers see it. */
export interface PricedLine {
  variant_id: number
  product_id: number
  category_ids: number[]
  unit_price: Cents
  quantity: number
  is_discountable: boolean
  is_subscription: boolean
}

/** The goods that a condition counts or a benefit discounts. */
export interface Range {
  all_products: boolean
  product_ids: number[]
  category_ids: number[]
}

export type ConditionType =
  | 'count_gte'
  | 'count_eq'
  | 'value_gte'
  | 'value_eq'
  | 'distinct_gte'
  | 'distinct_eq'
  | 'count'
  | 'value'
  | 'coverage'

export type BenefitType =
  | 'percentage'
  | 'absolute'
  | 'multibuy'
  | 'fixed_price'
  | 'order_percentage'
  | 'shipping_absolute'
  | 'shipping_fixed_price'
  | 'shipping_percentage'

export interface Condition {
  type: ConditionType
  value: string
  range: Range
}

export interface Benefit {
  type: BenefitType
  value: string
  range: Range
  max_affected_items: number | null
}

/** An offer that may be applied now: active, in its dates and its currency, its uses not exhausted. */
export interface OfferCandidate {
  id: number
  kind: 'site' | 'voucher'
  voucher_id: number | null
  priority: number
  exclusive: boolean
  combinations: number[]
  condition: Condition
  benefit: Benefit
  max_cart_applications: number | null
  /** What the offer may still give away in its life; null is without end. */
  discount_left: Cents | null
  only_subscription: boolean
}

/** What one offer gave. */
export interface AppliedOffer {
  offer_id: number
  voucher_id: number | null
  applications: number
  /** One share per line, in the order of the lines. */
  lines: Cents[]
  shipping: Cents
  total: Cents
}

export interface OfferOutcome {
  /** In the order of application, and only offers that gave something. */
  applied: AppliedOffer[]
  line_discounts: Cents[]
  shipping_discount: Cents
}

/** Whether a line is in the range, as a question that is cheap to ask of many lines. */
export function isInRange(range: Range): (line: PricedLine) => boolean {
  if (range.all_products) return () => true
  const products = new Set(range.product_ids)
  const categories = new Set(range.category_ids)
  return line => products.has(line.product_id) || line.category_ids.some(id => categories.has(id))
}
