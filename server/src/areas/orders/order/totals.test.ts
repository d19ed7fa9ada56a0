import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { convert, decimal, split, sum } from '../../../platform/money.ts'
import type { AppliedRate } from '../../catalogue/tax/rules.ts'
import { lineAmounts, type PricedOrderLine, type PriceTerms } from './line-amounts.ts'
import { type PricedShipping, shippingAmounts } from './shipping-amounts.ts'
import { orderTaxes } from './tax-lines.ts'
import { orderTotals, totalMax } from './totals.ts'

const salesTax: AppliedRate = { id: 1, title: 'Sales tax', percent: '8.25', source: 'builtin' }
const exclusive = { basis: 'exclusive', unit: 1n } as const

const lineA: PricedOrderLine = { unit_price: 4000n, placed_quantity: 2, placed_discount: 800n, rates: [salesTax] }
const lineB: PricedOrderLine = { unit_price: 1999n, placed_quantity: 1, placed_discount: 200n, rates: [salesTax] }
const parcel: PricedShipping = { price: 500n, refunded_excl_tax: 0n, rates: [salesTax] }

function totalsOf(lines: [PricedOrderLine, quantity: number][], shipping = parcel, terms: PriceTerms = exclusive) {
  const amounts = lines.map(([line, quantity]) => lineAmounts(line, quantity, terms))
  const sums = orderTotals(
    amounts.map((amount, index) => ({ amounts: amount, total_cost: BigInt(lines[index]![1]) * 100n })),
    shippingAmounts(shipping, terms),
    0n,
  )
  return Object.fromEntries(Object.entries(sums).map(([name, value]) => [name, decimal(value)]))
}

describe('The totals of an order', () => {
  test('are those of the worked example', () => {
    assert.deepEqual(
      totalsOf([
        [lineA, 2],
        [lineB, 1],
      ]),
      {
        total_excl_tax: '94.99',
        total_incl_tax: '102.82',
        total_tax: '7.83',
        total_discount: '10.00',
        total_cost: '3.00',
      },
    )
  })

  test('shrink as that order is refunded: one unit with all shipping, then the other line', () => {
    const shipped = { ...parcel, refunded_excl_tax: 500n }
    assert.equal(
      totalsOf(
        [
          [lineA, 1],
          [lineB, 1],
        ],
        shipped,
      ).total_incl_tax,
      '58.44',
    )
    assert.equal(
      totalsOf(
        [
          [lineA, 1],
          [lineB, 0],
        ],
        shipped,
      ).total_incl_tax,
      '38.97',
    )
  })

  test('count the discount on shipping', () => {
    assert.equal(orderTotals([], shippingAmounts(parcel, exclusive), 250n).total_discount, 250n)
  })

  test('end where the contract has no more digits', () => {
    assert.equal(decimal(totalMax), '9999999999.99')
  })

  test('are reported each on its own: 102.82 at 1.08315 is 111.37', () => {
    const values = [10282n, 7200n, 1799n, 500n].map(amount => decimal(convert(amount, '1.08315')))
    assert.deepEqual(values, ['111.37', '77.99', '19.49', '5.42'])
    assert.equal(decimal(convert(10282n, '161.05', 100n)), '16559.00')
  })
})

describe('Whatever is in an order', () => {
  const rates = fc.uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 4 }),
      title: fc.constantFrom('GST', 'PST'),
      percent: fc.integer({ min: 0, max: 300_000 }).map(units => (units / 10_000).toFixed(4)),
      source: fc.constant('builtin' as const),
    }),
    { selector: ({ id }) => id, maxLength: 3 },
  )
  const line = fc.record({
    unit: fc.bigInt({ min: 0n, max: 50_000n }),
    placed: fc.integer({ min: 1, max: 20 }),
    current: fc.nat(25),
    discount: fc.bigInt({ min: 0n, max: 50_000n }),
    rates,
  })
  const terms = fc.record({ basis: fc.constantFrom('inclusive' as const, 'exclusive' as const), unit: fc.constantFrom(1n, 100n) })

  test('its totals, its lines, its shipping and its taxes agree', () => {
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 8 }),
        fc.bigInt({ min: 0n, max: 5000n }),
        rates,
        terms,
        (wishes, price, shippingRates, how) => {
          const lines = wishes.map(({ unit, placed, discount, ...rest }) => {
            const most = unit * BigInt(placed)
            const line = {
              unit_price: unit * how.unit,
              placed_quantity: placed,
              placed_discount: (discount < most ? discount : most) * how.unit,
            }
            return { rates: rest.rates, amounts: lineAmounts({ ...line, rates: rest.rates }, rest.current, how), total_cost: 0n }
          })
          const shipping = shippingAmounts({ price: price * how.unit, refunded_excl_tax: 0n, rates: shippingRates }, how)
          const totals = orderTotals(lines, shipping, 0n)
          const taxes = orderTaxes([...lines, { rates: shippingRates, amounts: shipping }])
          const lineTaxes = sum(lines.flatMap(({ amounts }) => amounts.taxes))
          assert.equal(totals.total_excl_tax, sum(lines.map(({ amounts }) => amounts.excl)) + shipping.excl)
          assert.equal(totals.total_incl_tax, sum(lines.map(({ amounts }) => amounts.incl)) + shipping.incl)
          assert.equal(totals.total_tax, sum(taxes.map(({ amount }) => amount)))
          assert.equal(totals.total_tax, lineTaxes + shipping.incl - shipping.excl)
          for (const value of Object.values(totals)) assert.ok(value >= 0n)
        },
      ),
    )
  })

  test('its discount is the sum of what the offers gave', () => {
    const shares = fc.tuple(fc.bigInt({ min: 0n, max: 1000n }), fc.bigInt({ min: 0n, max: 1000n }))
    fc.assert(
      fc.property(shares, fc.integer({ min: 1, max: 9 }), fc.nat(12), (placed, quantity, current) => {
        const discounted = { ...lineA, unit_price: 2000n, placed_quantity: quantity, placed_discount: sum(placed) }
        const { discount } = lineAmounts(discounted, current, exclusive)
        assert.equal(
          sum(split(discount, placed)),
          orderTotals(
            [{ amounts: lineAmounts(discounted, current, exclusive), total_cost: 0n }],
            shippingAmounts(parcel, exclusive),
            0n,
          ).total_discount,
        )
      }),
    )
  })
})
