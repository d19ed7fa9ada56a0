import { type Cents, cents, sum } from '../../../platform/money.ts'
import type { Taxed } from '../../catalogue/tax/rules.ts'
import type { LineAmounts } from './line-amounts.ts'

export interface OrderTotals {
  total_excl_tax: Cents
  total_incl_tax: Cents
  total_tax: Cents
  total_discount: Cents
  total_cost: Cents
}

/** The largest total that an order or a cart may have. */
export const totalMax: Cents = cents('9999999999.99')

/** The sums of an order: its lines at their current quantity, and shipping with the discount on it. */
export function orderTotals(
  lines: readonly { amounts: LineAmounts; total_cost: Cents }[],
  shipping: Taxed,
  shippingDiscount: Cents,
): OrderTotals {
  const excl = sum(lines.map(({ amounts }) => amounts.excl)) + shipping.excl
  const incl = sum(lines.map(({ amounts }) => amounts.incl)) + shipping.incl
  return {
    total_excl_tax: excl,
    total_incl_tax: incl,
    total_tax: incl - excl,
    total_discount: sum(lines.map(({ amounts }) => amounts.discount)) + shippingDiscount,
    total_cost: sum(lines.map(({ total_cost }) => total_cost)),
  }
}
