import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { cents, decimal, sum } from '../../../platform/money.ts'
import type { AppliedRate } from '../../catalogue/tax/rules.ts'
import { discountShares, lineAmounts, type PricedOrderLine, refundAmounts } from './line-amounts.ts'

function rates(...percents: string[]): AppliedRate[] {
  return percents.map((percent, index) => ({ id: index + 1, title: 'VAT', percent, source: 'builtin' }))
}

const exclusive = { basis: 'exclusive', unit: 1n } as const
const tens: PricedOrderLine = { unit_price: 1000n, placed_quantity: 3, placed_discount: 100n, rates: rates('10') }

const percent = fc.integer({ min: 0, max: 1_000_000 }).map(units => (units / 10_000).toFixed(4))
const terms = fc.record({ basis: fc.constantFrom('inclusive' as const, 'exclusive' as const), unit: fc.constantFrom(1n, 100n) })
/** Any line that can be placed: its discount is no more than its price, and in whole coins. */
const placed = fc
  .record({
    coins: fc.bigInt({ min: 0n, max: 100_000n }),
    quantity: fc.integer({ min: 1, max: 60 }),
    off: fc.integer({ min: 0, max: 1000 }),
    percents: fc.array(percent, { maxLength: 3 }),
    terms,
  })
  .map(({ coins, quantity, off, percents, terms: { basis, unit } }) => ({
    terms: { basis, unit },
    line: {
      unit_price: coins * unit,
      placed_quantity: quantity,
      placed_discount: ((coins * BigInt(quantity) * BigInt(off)) / 1000n) * unit,
      rates: rates(...percents),
    },
  }))

describe('The amounts of a line', () => {
  test('follow its quantity, as in the example of three units at 10.00 less 1.00', () => {
    const expected = { 3: ['29.00', '2.90', '31.90'], 2: ['19.33', '1.93', '21.26'], 1: ['9.67', '0.97', '10.64'] }
    for (const [quantity, [excl, tax, incl]] of Object.entries(expected)) {
      const amounts = lineAmounts(tens, Number(quantity), exclusive)
      assert.deepEqual([decimal(amounts.excl), decimal(sum(amounts.taxes)), decimal(amounts.incl)], [excl, tax, incl])
    }
  })

  test('give units that were added later no discount', () => {
    assert.equal(lineAmounts(tens, 3, exclusive).discount, 100n)
    assert.deepEqual(lineAmounts(tens, 5, exclusive), { discount: 100n, excl: 4900n, incl: 5390n, taxes: [490n] })
  })

  test('are zero without units', () => {
    assert.deepEqual(lineAmounts(tens, 0, exclusive), { discount: 0n, excl: 0n, incl: 0n, taxes: [0n] })
  })

  test('are never negative, and their taxes are what lies between the two prices', () => {
    fc.assert(
      fc.property(placed, fc.nat(80), ({ line, terms }, quantity) => {
        const { discount, excl, incl, taxes } = lineAmounts(line, quantity, terms)
        for (const amount of [discount, excl, incl, ...taxes]) assert.ok(amount >= 0n && amount % terms.unit === 0n)
        assert.equal(incl - excl, sum(taxes))
      }),
    )
  })

  test('and the discount add up to the price of the units', () => {
    fc.assert(
      fc.property(placed, fc.nat(80), ({ line, terms }, quantity) => {
        const { discount, excl, incl } = lineAmounts(line, quantity, terms)
        assert.equal((terms.basis === 'inclusive' ? incl : excl) + discount, line.unit_price * BigInt(quantity))
      }),
    )
  })

  test('keep the price and move each tax by a cent at most when the line is split in two', () => {
    fc.assert(
      fc.property(placed, fc.nat(60), ({ line }, part) => {
        const plain = { ...line, placed_discount: 0n }
        const first = Math.min(part, line.placed_quantity)
        const whole = lineAmounts(plain, line.placed_quantity, exclusive)
        const two = [first, line.placed_quantity - first].map(quantity =>
          lineAmounts({ ...plain, placed_quantity: quantity }, quantity, exclusive),
        )
        assert.equal(sum(two.map(({ excl }) => excl)), whole.excl)
        for (const [index, tax] of whole.taxes.entries()) {
          const moved = sum(two.map(({ taxes }) => taxes[index]!)) - tax
          assert.ok(moved >= -1n && moved <= 1n)
        }
      }),
    )
  })
})

describe('Refunding units of a line', () => {
  test('one by one gives 10.64, 10.62 and 10.64 in the example', () => {
    const incl = [3, 2, 1].map(current => decimal(refundAmounts(tens, current, 1, exclusive).incl))
    assert.deepEqual(incl, ['10.64', '10.62', '10.64'])
  })

  test('gives 38.97 for one of two units in the worked example', () => {
    const line = { unit_price: 4000n, placed_quantity: 2, placed_discount: 800n, rates: rates('8.25') }
    assert.deepEqual(refundAmounts(line, 2, 1, exclusive), { discount: 400n, excl: 3600n, incl: 3897n, taxes: [297n] })
  })

  test('in any portions gives what refunding all at once gives, and never less than nothing', () => {
    fc.assert(
      fc.property(placed, fc.array(fc.integer({ min: 1, max: 20 })), fc.nat(10), ({ line, terms }, portions, added) => {
        let current = line.placed_quantity + added
        const all = refundAmounts(line, current, current, terms)
        const refunds = []
        for (const portion of [...portions, current]) {
          const count = Math.min(portion, current)
          refunds.push(refundAmounts(line, current, count, terms))
          current -= count
        }
        for (const key of ['discount', 'excl', 'incl'] as const) {
          assert.equal(sum(refunds.map(refund => refund[key])), all[key])
          for (const refund of refunds) assert.ok(refund[key] >= 0n)
        }
        for (const refund of refunds) assert.equal(refund.incl - refund.excl, sum(refund.taxes))
      }),
    )
  })
})

describe('The parts of offers in a discount', () => {
  test('shrink with the line and still add up', () => {
    const line = { ...tens, placed_discount: 1000n }
    const shares = [3, 2, 1, 0].map(quantity => discountShares(line, [cents('7.50'), cents('2.50')], quantity, exclusive))
    assert.deepEqual(shares, [
      [750n, 250n],
      [500n, 167n],
      [250n, 83n],
      [0n, 0n],
    ])
  })

  test('always add up to the discount', () => {
    fc.assert(
      fc.property(placed, fc.nat(80), fc.nat(100), ({ line, terms }, quantity, part) => {
        const first = (line.placed_discount * BigInt(part)) / 100n
        const shares = discountShares(line, [first, line.placed_discount - first], quantity, terms)
        assert.equal(sum(shares), lineAmounts(line, quantity, terms).discount)
      }),
    )
  })
})
