import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import Big from 'big.js'
import fc from 'fast-check'
import { type Cents, cents, convert, decimal, divideRounded, fraction, percent, smaller, split, sum } from './money.ts'

const amount = fc.bigInt({ min: -999_999_999_999n, max: 999_999_999_999n })
const unit = fc.constantFrom(1n, 100n)
const rateText = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.integer({ min: 0, max: 8 }))
  .map(([digits, scale]) => new Big(String(digits)).div(new Big(10).pow(scale)).toFixed(scale))
const weights = fc.array(fc.bigInt({ min: 0n, max: 10n ** 12n }), { minLength: 1, maxLength: 20 })

/** Big.js rounds halves away from zero too (its mode 1), so it can check every rounding of ours. */
function inBig(exact: Big, coin: Cents): string {
  return exact.div(String(coin)).round(0, Big.roundHalfUp).times(String(coin)).toFixed(0).replace(/^-0$/, '0')
}

describe('An amount', () => {
  test('survives being written and read', () => {
    fc.assert(fc.property(amount, value => cents(decimal(value)) === value))
  })

  test('is written like the oracle writes it', () => {
    fc.assert(fc.property(amount, value => assert.equal(decimal(value), new Big(String(value)).div(100).toFixed(2))))
  })

  test('is read from every plain decimal of at most two places', () => {
    const texts: Record<string, Cents> = {
      '12.50': 1250n,
      '12.5': 1250n,
      '12': 1200n,
      '12.': 1200n,
      '.5': 50n,
      '-0.05': -5n,
      '007': 700n,
    }
    for (const [text, value] of Object.entries(texts)) assert.equal(cents(text), value, text)
    assert.equal(decimal(cents('-0.00')), '0.00')
  })

  test('is not read from anything else', () => {
    for (const text of ['', '-', '.', '-.', '+1', '1e3', 'NaN', ' 1', '1 ', '1,00', '1.234', '0x10', '1.2.3', '--1', '１'])
      assert.throws(() => cents(text), RangeError, JSON.stringify(text))
  })
})

describe('Rounding', () => {
  test('takes halves away from zero', () => {
    assert.deepEqual(
      [5n, -5n, 4n, -4n, 15n, 0n].map(half => divideRounded(half, 10n)),
      [1n, -1n, 0n, 0n, 2n, 0n],
    )
  })

  test('is to whole units where the currency has no decimals', () => {
    assert.equal(percent(cents('1050'), '10', 100n), cents('105'))
    assert.equal(percent(cents('1005'), '10', 100n), cents('101'))
    assert.equal(percent(cents('1004'), '10', 100n), cents('100'))
  })

  test('refuses to divide by nothing', () => {
    assert.throws(() => divideRounded(1n, 0n), RangeError)
  })

  test('agrees with the oracle for percentages', () => {
    fc.assert(
      fc.property(amount, rateText, unit, (value, text, coin) =>
        assert.equal(String(percent(value, text, coin)), inBig(new Big(String(value)).times(text).div(100), coin)),
      ),
    )
  })

  test('agrees with the oracle for conversions', () => {
    fc.assert(
      fc.property(amount, rateText, unit, (value, text, coin) =>
        assert.equal(String(convert(value, text, coin)), inBig(new Big(String(value)).times(text), coin)),
      ),
    )
  })

  test('keeps every decimal of a fraction', () => {
    assert.deepEqual(fraction('1.08315'), { numerator: 108315n, denominator: 100000n })
    fc.assert(
      fc.property(rateText, text => {
        const { numerator, denominator } = fraction(text)
        return numerator === BigInt(new Big(text).times(String(denominator)).toFixed(0))
      }),
    )
  })
})

describe('Splitting an amount', () => {
  test('follows the weights and gives what is left over to the largest remainders, earlier parts first', () => {
    assert.deepEqual(split(1000n, [8000n, 1999n]), [800n, 200n])
    assert.deepEqual(split(1000n, [3333n, 3333n, 3333n]), [334n, 333n, 333n])
    assert.deepEqual(split(1n, [7n, 7n, 7n]), [1n, 0n, 0n])
    assert.deepEqual(split(1000n, [1n, 1n, 1n], 100n), [400n, 300n, 300n])
  })

  test('gives nothing to nobody when there is no weight', () => {
    assert.deepEqual(split(1000n, [0n, 0n]), [0n, 0n])
    assert.deepEqual(split(1000n, []), [])
  })

  test('loses nothing', () => {
    fc.assert(
      fc.property(amount, weights, unit, (total, parts, coin) => {
        fc.pre(sum(parts) > 0n)
        assert.equal(sum(split(total, parts, coin)), total)
      }),
    )
  })

  test('stays within one unit of the exact share', () => {
    fc.assert(
      fc.property(amount, weights, unit, (total, parts, coin) => {
        const whole = sum(parts)
        for (const [index, part] of split(total, parts, coin).entries()) {
          const apart = part * whole - total * parts[index]!
          assert.ok((apart < 0n ? -apart : apart) < coin * whole || whole === 0n)
        }
      }),
    )
  })

  test('never gives a part more than its weight while the total is no more than all of them', () => {
    fc.assert(
      fc.property(weights, unit, fc.bigInt({ min: 0n, max: 10n ** 12n }), (coins, coin, wish) => {
        const parts = coins.map(count => count * coin)
        const total = smaller((wish / coin) * coin, sum(parts))
        for (const [index, part] of split(total, parts, coin).entries())
          assert.ok(part >= 0n && part <= parts[index]! && part % coin === 0n)
      }),
    )
  })

  test('mirrors a negative total', () => {
    fc.assert(
      fc.property(amount, weights, (total, parts) =>
        assert.deepEqual(
          split(-total, parts),
          split(total, parts).map(part => -part),
        ),
      ),
    )
  })
})
