import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { currencyUnit, isUsableCurrency } from './currency.ts'

describe('A currency', () => {
  test('has the cent as its unit, or the whole when it knows no decimals', () => {
    for (const code of ['USD', 'EUR', 'GBP', 'SEK', 'XCD']) assert.equal(currencyUnit(code), 1n, code)
    for (const code of ['JPY', 'KRW', 'CLP', 'VND', 'ISK', 'XAF', 'XOF', 'XPF']) assert.equal(currencyUnit(code), 100n, code)
  })

  test('cannot be used with more than two decimals', () => {
    for (const code of ['BHD', 'KWD', 'TND', 'CLF']) assert.equal(isUsableCurrency(code), false, code)
    assert.throws(() => currencyUnit('KWD'), RangeError)
  })

  test('cannot be used when it is not money, or not known', () => {
    for (const code of ['XAU', 'XXX', 'XTS', 'XDR', 'ABC', 'usd', '', '__proto__'])
      assert.equal(isUsableCurrency(code), false, code)
  })
})
