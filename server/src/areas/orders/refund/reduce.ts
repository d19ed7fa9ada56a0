import { type Cents, cents, decimal } from '../../../platform/money.ts'
import { currencyUnit } from '../../stores/index.ts'
import { discountShares, type LineAmounts, lineAmounts, type PriceTerms, refundAmounts } from '../order/line-amounts.ts'
import { decimals, type Reporting, reported, taxLines } from '../order/report.ts'
import { shippingAmounts, shippingRefundAmounts } from '../order/shipping-amounts.ts'
import { displayTaxes, orderTaxes } from '../order/tax-lines.ts'
import { orderTotals } from '../order/totals.ts'
import type { Reduced, RefundableLine, RefundableOrder } from './queries.ts'

/** What goes back: units of lines that were shipped, and shipping without its tax. */
export interface Given {
  lines: ReadonlyMap<number, number>
  shipping_excl_tax: Cents
}

export interface Reduction {
  /** What each line's refunded units are worth. */
  lines: { order_line_id: number; quantity: number; amount_excl_tax: Cents; amount_incl_tax: Cents }[]
  shipping: { amount_excl_tax: Cents; amount_incl_tax: Cents }
  reduced: Reduced
}

/** What a refund is worth, and what it leaves of the order. */
export function reduce(order: RefundableOrder, given: Given): Reduction {
  const terms: PriceTerms = { basis: order.prices_include_tax ? 'inclusive' : 'exclusive', unit: currencyUnit(order.currency) }
  const reporting = { currency: order.report_currency, rate: order.report_rate }
  const lines = order.lines.map(line => {
    const refunded = given.lines.get(line.id) ?? 0
    return { line, refunded, amounts: lineAmounts(line, line.current - refunded, terms) }
  })
  const priced = {
    price: order.shipping_price - order.shipping_discount,
    refunded_excl_tax: order.shipping_refunded,
    rates: order.shipping_rates,
  }
  const shipping = shippingRefundAmounts(priced, given.shipping_excl_tax, terms)
  return {
    lines: lines
      .filter(({ refunded }) => refunded > 0)
      .map(({ line, refunded }) => {
        const { excl, incl } = refundAmounts(line, line.current, refunded, terms)
        return { order_line_id: line.id, quantity: refunded, amount_excl_tax: excl, amount_incl_tax: incl }
      }),
    shipping: { amount_excl_tax: shipping.excl, amount_incl_tax: shipping.incl },
    reduced: {
      lines: lines.filter(({ refunded }) => refunded > 0).map(each => lineRow(each, order.currency, reporting)),
      order: orderRow(order, lines, order.shipping_refunded + given.shipping_excl_tax, terms, reporting),
    },
  }
}

interface Left {
  line: RefundableLine
  refunded: number
  amounts: LineAmounts
}

const costOf = ({ line, refunded }: Left): Cents => line.unit_cost * BigInt(line.current - refunded)

function lineRow(left: Left, currency: string, reporting: Reporting): Reduced['lines'][number] {
  const { line, refunded, amounts } = left
  const columns = {
    price_excl_tax: amounts.excl,
    price_incl_tax: amounts.incl,
    total_discount: amounts.discount,
    total_cost: costOf(left),
  }
  return {
    id: line.id,
    refunded,
    ...decimals(columns),
    tax_lines: amounts.incl === 0n ? [] : taxLines('tax_id', line.rates, amounts.taxes, currency, reporting),
    report_values: reported(columns, reporting),
  }
}

function orderRow(
  order: RefundableOrder,
  lines: readonly Left[],
  shipping_refunded: Cents,
  terms: PriceTerms,
  reporting: Reporting,
): Reduced['order'] {
  const { currency, shipping_rates: rates } = order
  const shipping = shippingAmounts(
    { price: order.shipping_price - order.shipping_discount, refunded_excl_tax: shipping_refunded, rates },
    terms,
  )
  const parts = lines.map(left => ({ amounts: left.amounts, rates: left.line.rates, total_cost: costOf(left) }))
  const taxes = orderTaxes([...parts, { rates, amounts: shipping }])
  const { total_tax, ...totals } = orderTotals(parts, shipping, order.shipping_discount)
  const columns = { shipping_excl_tax: shipping.excl, shipping_incl_tax: shipping.incl, ...totals }
  return {
    ...decimals({ ...columns, total_tax, shipping_refunded, shipping_tax: shipping.incl - shipping.excl }),
    shipping_tax_lines: shipping.incl === 0n ? [] : taxLines('tax_id', rates, shipping.taxes, currency, reporting),
    tax_lines: taxLines(
      'id',
      taxes,
      taxes.map(({ amount }) => amount),
      currency,
      reporting,
    ),
    display_taxes: displayTaxes(taxes),
    ...discountsLeft(order, lines, terms),
    report_values: reported(columns, reporting),
  }
}

/** The discounts that the order lists, each less what went with the refunded units. */
function discountsLeft(order: RefundableOrder, lines: readonly Left[], terms: PriceTerms) {
  const gone = new Map<string, Cents>()
  const ofVoucher = new Set<number>()
  for (const { line, refunded } of lines) {
    const placed = line.placed_shares.map(({ amount }) => amount)
    const before = discountShares(line, placed, line.current, terms)
    const after = discountShares(line, placed, line.current - refunded, terms)
    for (const [index, { offer_id, voucher_id }] of line.placed_shares.entries()) {
      if (voucher_id !== null) ofVoucher.add(offer_id)
      const key = voucher_id === null ? `offer ${offer_id}` : `voucher ${order.voucher_codes[voucher_id] ?? voucher_id}`
      gone.set(key, (gone.get(key) ?? 0n) + before[index]! - after[index]!)
    }
  }
  // The entries of offers stand in the order of the offers that no voucher brought.
  const offer_ids = order.offer_ids.filter(id => !ofVoucher.has(id))
  const less = <Entry extends { amount: string }>(entry: Entry, key: string): Entry => ({
    ...entry,
    amount: decimal(cents(entry.amount) - (gone.get(key) ?? 0n)),
  })
  return {
    offer_discounts: order.offer_discounts.map((entry, index) => less(entry, `offer ${offer_ids[index]}`)),
    voucher_discounts: order.voucher_discounts.map(entry => less(entry, `voucher ${entry.voucher.code}`)),
  }
}
