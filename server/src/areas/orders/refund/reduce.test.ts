import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { cents, decimal, sum } from '../../../platform/money.ts'
import { lineAmounts } from '../order/line-amounts.ts'
import type { RefundableOrder } from './queries.ts'
import { reduce } from './reduce.ts'

const RATE = { id: 1, title: 'VAT', percent: '20', source: 'tax_rate' }
const placedLine = fc.record({
  unit_price: fc.bigInt(1n, 99_999n),
  quantity: fc.integer({ min: 1, max: 9 }),
  part: fc.integer({ min: 0, max: 100 }),
})

const placedOrder = fc
  .record({
    lines: fc.array(placedLine, { minLength: 1, maxLength: 4 }),
    shipping: fc.bigInt(0n, 9_999n),
    prices_include_tax: fc.boolean(),
    taxed: fc.boolean(),
  })
  .map(({ lines, shipping, prices_include_tax, taxed }): RefundableOrder => {
    const rates = (taxed ? [RATE] : []) as unknown as RefundableOrder['shipping_rates']
    const placed = lines.map(({ unit_price, quantity, part }, id) => {
      const placed_discount = (unit_price * BigInt(quantity) * BigInt(part)) / 100n
      return {
        ...{ id, unit_price, placed_quantity: quantity, placed_discount, rates, current: quantity, unit_cost: 5n },
        placed_shares: [{ offer_id: 7, voucher_id: null, amount: placed_discount }],
      }
    })
    const discount = sum(placed.map(({ placed_discount }) => placed_discount))
    return {
      ...{ number: 1, currency: 'GBP', prices_include_tax, report_currency: 'GBP', report_rate: '1' },
      ...{ shipping_price: shipping, shipping_discount: 0n, shipping_refunded: 0n, shipping_rates: rates },
      ...{ offer_ids: [7], voucher_discounts: [], voucher_codes: {}, lines: placed },
      offer_discounts: [{ amount: decimal(discount) }],
    }
  })

describe('A refund', () => {
  test('leaves what it did not give back: lines, shipping, taxes and discounts keep adding up', () =>
    fc.assert(
      fc.property(placedOrder, fc.array(fc.nat(9), { minLength: 4, maxLength: 4 }), (order, wishes) => {
        const lines = new Map(order.lines.map(line => [line.id, Math.min(wishes[line.id]!, line.current)]))
        const terms = { basis: order.prices_include_tax ? ('inclusive' as const) : ('exclusive' as const), unit: 1n }
        const before = sum(order.lines.map(line => lineAmounts(line, line.current, terms).incl))
        const nothing = reduce(order, { lines: new Map(), shipping_excl_tax: 0n })
        const shippingBefore = cents(String(nothing.reduced.order.shipping_incl_tax))
        const given = reduce(order, { lines, shipping_excl_tax: cents(String(nothing.reduced.order.shipping_excl_tax)) })
        const left = given.reduced.order as unknown as Record<string, string> & {
          tax_lines: { amount: string }[]
          offer_discounts: { amount: string }[]
        }

        const returned = sum(given.lines.map(({ amount_incl_tax }) => amount_incl_tax)) + given.shipping.amount_incl_tax
        assert.equal(cents(left.total_incl_tax!) + returned, before + shippingBefore)
        assert.equal(left.shipping_incl_tax, '0.00')
        assert.equal(cents(left.total_tax!), sum(left.tax_lines.map(({ amount }) => cents(amount))))
        assert.equal(cents(left.total_discount!), sum(left.offer_discounts.map(({ amount }) => cents(amount))))
        assert.equal(nothing.reduced.order.total_incl_tax, decimal(before + shippingBefore))
      }),
    ))
})
