import { type Cents, cents } from '../../../platform/money.ts'
import {
  type AppliedRate,
  applicableRates,
  shippingRates,
  type Taxed,
  type TaxRegion,
  taxAddress,
} from '../../catalogue/tax/rules.ts'
import type { Address } from '../../customers/index.ts'
import { type LineAmounts, lineAmounts, type PricedOrderLine, type PriceTerms } from '../order/line-amounts.ts'
import { shippingAmounts } from '../order/shipping-amounts.ts'
import { type OrderTax, orderTaxes } from '../order/tax-lines.ts'
import { type OrderTotals, orderTotals } from '../order/totals.ts'
import type { Discounts } from './discounts.ts'
import type { Known } from './known.ts'
import type { ChosenLine } from './lines.ts'

export interface PricedLine extends ChosenLine {
  priced: PricedOrderLine
  amounts: LineAmounts
  total_cost: Cents
  /** Shares of the discount, by the offer that gave them. */
  shares: { offer_id: number; voucher_id: number | null; amount: Cents }[]
}

export interface Priced {
  lines: PricedLine[]
  shipping: Taxed
  shipping_rates: AppliedRate[]
  taxes: OrderTax[]
  totals: OrderTotals
}

/** Taxes after discounts, then totals: every amount of the order, rounded once. */
export function price(
  known: Known,
  chosen: readonly ChosenLine[],
  shippingPrice: Cents,
  discounts: Discounts,
  addresses: { shipping: Address | null; billing: Address | null },
  terms: PriceTerms,
): Priced {
  const regionOf = (address: Address | null): TaxRegion | null =>
    known.tax_regions.find(region => region.country === address?.country) ?? null
  const lines = chosen.map((line, index): PricedLine => {
    const address = taxAddress(line.variant.requires_shipping, addresses.shipping, addresses.billing)
    const rates = applicableRates(regionOf(address), line.variant, address, known.settings)
    const priced = {
      unit_price: line.unit_price,
      placed_quantity: line.quantity,
      placed_discount: discounts.line_discounts[index]!,
      rates,
    }
    return {
      ...line,
      priced,
      amounts: lineAmounts(priced, line.quantity, terms),
      total_cost: cents(line.variant.unit_cost) * BigInt(line.quantity),
      shares: discounts.applied.flatMap(({ offer_id, voucher_id, lines }) =>
        lines[index]! > 0n ? [{ offer_id, voucher_id, amount: lines[index]! }] : [],
      ),
    }
  })
  const shipping_rates = shippingRates(regionOf(addresses.shipping), addresses.shipping)
  const shipping = shippingAmounts(
    { price: shippingPrice - discounts.shipping_discount, refunded_excl_tax: 0n, rates: shipping_rates },
    terms,
  )
  const taxed = [
    ...lines.map(line => ({ rates: line.priced.rates, amounts: line.amounts })),
    { rates: shipping_rates, amounts: shipping },
  ]
  return {
    lines,
    shipping,
    shipping_rates,
    taxes: orderTaxes(taxed),
    totals: orderTotals(lines, shipping, discounts.shipping_discount),
  }
}
