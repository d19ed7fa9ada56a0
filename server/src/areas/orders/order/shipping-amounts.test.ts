import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { decimal, percent, smaller, sum } from '../../../platform/money.ts'
import type { AppliedRate } from '../../catalogue/tax/rules.ts'
import { type PricedShipping, shippingAmounts, shippingRefundAmounts } from './shipping-amounts.ts'

function shipping(price: bigint, ...percents: string[]): PricedShipping {
  const rates: AppliedRate[] = percents.map((percent, index) => ({ id: index + 1, title: 'VAT', percent, source: 'builtin' }))
  return { price, refunded_excl_tax: 0n, rates }
}

const exclusive = { basis: 'exclusive', unit: 1n } as const
const inclusive = { basis: 'inclusive', unit: 1n } as const

describe('The amounts of shipping', () => {
  test('are 3.99 and 4.79 for 7.99 at half price and 20 percent', () => {
    const discount = percent(799n, '50')
    const { excl, incl, taxes } = shippingAmounts(shipping(799n - discount, '20'), exclusive)
    assert.deepEqual([discount, excl, ...taxes, incl].map(decimal), ['4.00', '3.99', '0.80', '4.79'])
  })

  test('are found inside the price where it contains its tax', () => {
    assert.deepEqual(shippingAmounts(shipping(599n, '20'), inclusive), { excl: 499n, incl: 599n, taxes: [100n] })
  })

  test('shrink by what was refunded', () => {
    assert.deepEqual(shippingAmounts({ ...shipping(500n, '8.25'), refunded_excl_tax: 200n }, exclusive), {
      excl: 300n,
      incl: 325n,
      taxes: [25n],
    })
    assert.deepEqual(shippingAmounts({ ...shipping(600n, '20'), refunded_excl_tax: 250n }, inclusive), {
      excl: 250n,
      incl: 300n,
      taxes: [50n],
    })
    assert.deepEqual(shippingAmounts({ ...shipping(600n, '20'), refunded_excl_tax: 500n }, inclusive), {
      excl: 0n,
      incl: 0n,
      taxes: [0n],
    })
  })
})

describe('Refunding shipping', () => {
  test('returns 5.41 for all of 5.00 in the worked example', () => {
    assert.equal(decimal(shippingRefundAmounts(shipping(500n, '8.25'), 500n, exclusive).incl), '5.41')
  })

  test('in parts returns the same as at once, and never less than nothing', () => {
    const price = fc.bigInt({ min: 0n, max: 100_000n })
    const parts = fc.array(fc.bigInt({ min: 0n, max: 5000n }))
    fc.assert(
      fc.property(price, parts, fc.constantFrom(exclusive, inclusive), (amount, wishes, terms) => {
        let current = shipping(amount, '5', '7.125')
        const whole = shippingAmounts(current, terms)
        const refunds = []
        for (const wish of [...wishes, whole.excl]) {
          const part = smaller(wish, shippingAmounts(current, terms).excl)
          const refund = shippingRefundAmounts(current, part, terms)
          assert.equal(refund.excl, part)
          assert.equal(refund.incl - refund.excl, sum(refund.taxes))
          assert.ok(refund.incl >= refund.excl)
          refunds.push(refund)
          current = { ...current, refunded_excl_tax: current.refunded_excl_tax + part }
        }
        assert.equal(sum(refunds.map(({ incl }) => incl)), whole.incl)
      }),
    )
  })
})
