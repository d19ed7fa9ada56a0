import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { cents, decimal, sum } from '../../../platform/money.ts'
import {
  type AppliedRate,
  applicableRates,
  rateFraction,
  shippingRates,
  type TaxRate,
  type TaxRegion,
  taxAddress,
  taxed,
} from './rules.ts'

const shirt = { category_ids: [7], charge_tax: true, requires_shipping: true }
const song = { ...shirt, requires_shipping: false }
const california = { country: 'US', state: 'CA' }
const taxDigital = { charge_tax_on_digital: true }

function rate(id: number, state: string, percent: string, extras: Partial<TaxRate> = {}): TaxRate {
  return { id, state, percent, display_name: `Tax ${id}`, apply_to_shipping: false, compound: false, ...extras }
}

function region(rates: TaxRate[], extras: Partial<TaxRegion> = {}): TaxRegion {
  return { country: 'US', enabled: true, rates, overrides: [], ...extras }
}

function ids(rates: AppliedRate[]): number[] {
  return rates.map(({ id }) => id)
}

function rates(...percents: string[]): AppliedRate[] {
  return percents.map((percent, index) => ({ id: index + 1, title: `Tax ${index + 1}`, percent, source: 'builtin' }))
}

function ratesIn(
  config: TaxRegion | null,
  address: { country: string; state: string | null } | null = california,
  product = shirt,
): number[] {
  return ids(applicableRates(config, product, address, taxDigital))
}

describe('The address of a tax', () => {
  test('is the shipping address for what is shipped, and only that', () => {
    assert.equal(taxAddress(true, 'parcel', 'bill'), 'parcel')
    assert.equal(taxAddress(true, null, 'bill'), null)
  })

  test('is the billing address for digital goods, else the shipping address', () => {
    assert.equal(taxAddress(false, 'parcel', 'bill'), 'bill')
    assert.equal(taxAddress(false, 'parcel', null), 'parcel')
    assert.equal(taxAddress(false, null, null), null)
  })
})

describe('The rates of a line', () => {
  const federal = region([rate(1, '*', '5')])

  test('are none without address, region or an enabled region of that country', () => {
    assert.deepEqual(ratesIn(federal), [1])
    assert.deepEqual(ratesIn(federal, null), [])
    assert.deepEqual(ratesIn(null), [])
    assert.deepEqual(ratesIn({ ...federal, enabled: false }), [])
    assert.deepEqual(ratesIn(federal, { country: 'CA', state: 'CA' }), [])
  })

  test('are none for untaxed products, and for digital ones where the store does not tax them', () => {
    assert.deepEqual(ratesIn(federal, california, { ...shirt, charge_tax: false }), [])
    assert.deepEqual(ids(applicableRates(federal, song, california, taxDigital)), [1])
    assert.deepEqual(ids(applicableRates(federal, song, california, { charge_tax_on_digital: false })), [])
    assert.deepEqual(ids(applicableRates(federal, shirt, california, { charge_tax_on_digital: false })), [1])
  })

  test('are the override of a category alone, the oldest of several', () => {
    const override = (id: number, category_id: number) => ({ id, category_id, percent: '0', display_name: 'Books' })
    const config = region([rate(1, '*', '5')], { overrides: [override(9, 7), override(8, 7), override(3, 99)] })
    assert.deepEqual(applicableRates(config, shirt, california, taxDigital), [
      { id: 8, title: 'Books', percent: '0', source: 'builtin' },
    ])
    assert.deepEqual(ratesIn(config, california, { ...shirt, category_ids: [] }), [1])
  })

  test('are those of the country when the state has none', () => {
    assert.deepEqual(ratesIn(region([rate(2, '*', '1'), rate(1, '*', '5'), rate(3, 'NY', '4')])), [1, 2])
    assert.deepEqual(ratesIn(region([rate(1, '*', '5'), rate(3, 'NY', '4')]), { country: 'US', state: null }), [1])
    assert.deepEqual(ratesIn(region([rate(3, 'NY', '4')])), [])
  })

  test('are those of the state instead of the country, whatever the case and the list', () => {
    assert.deepEqual(ratesIn(region([rate(1, '*', '5'), rate(2, 'NY|ca', '8')])), [2])
    assert.deepEqual(ratesIn(region([rate(1, '*', '5', { compound: true }), rate(2, 'CA', '13')])), [2])
    assert.deepEqual(ratesIn(region([rate(1, '*', '5'), rate(2, 'CA', '13', { compound: true })])), [2])
  })

  test('are all of them when the country and every state rate are compound', () => {
    const compound = { compound: true }
    assert.deepEqual(
      ratesIn(region([rate(5, '*', '5', compound), rate(2, 'CA', '7', compound), rate(3, 'CA', '1', compound)])),
      [2, 3, 5],
    )
    assert.deepEqual(ratesIn(region([rate(1, '*', '5', compound), rate(2, 'CA', '7', compound), rate(3, 'CA', '1')])), [2])
  })

  test('are the compound ones of several state rates, or the oldest alone when none is', () => {
    const compound = { compound: true }
    assert.deepEqual(ratesIn(region([rate(4, 'CA', '1', compound), rate(3, 'CA', '1'), rate(2, 'CA', '1', compound)])), [2, 4])
    assert.deepEqual(ratesIn(region([rate(4, 'CA', '1'), rate(3, 'CA', '1')])), [3])
  })
})

describe('The rates of shipping', () => {
  test('are those of the address that apply to shipping, never an override', () => {
    const overrides = [{ id: 9, category_id: 7, percent: '0', display_name: 'Books' }]
    assert.deepEqual(
      ids(shippingRates(region([rate(1, '*', '5', { apply_to_shipping: true }), rate(2, '*', '1')], { overrides }), california)),
      [1],
    )
    assert.deepEqual(shippingRates(region([rate(1, '*', '5', { apply_to_shipping: true }), rate(2, 'CA', '1')]), california), [])
    assert.deepEqual(shippingRates(region([rate(1, '*', '5', { apply_to_shipping: true })]), null), [])
  })
})

describe('Taxing an amount', () => {
  const examples = [
    ['exclusive', '72.00', ['8.25'], '72.00', ['5.94'], '77.94'],
    ['exclusive', '17.99', ['8.25'], '17.99', ['1.48'], '19.47'],
    ['inclusive', '100.00', ['20'], '83.33', ['16.67'], '100.00'],
    ['inclusive', '29.97', ['20'], '24.98', ['4.99'], '29.97'],
    ['inclusive', '112.00', ['5', '7'], '100.00', ['5.00', '7.00'], '112.00'],
    ['inclusive', '99.99', ['5', '7'], '89.28', ['4.46', '6.25'], '99.99'],
    ['exclusive', '100.00', ['5', '7'], '100.00', ['5.00', '7.00'], '112.00'],
    ['exclusive', '100.00', ['13'], '100.00', ['13.00'], '113.00'],
    ['exclusive', '100.00', ['0'], '100.00', ['0.00'], '100.00'],
    ['inclusive', '9.99', [], '9.99', [], '9.99'],
  ] as const

  for (const [basis, net, percents, excl, taxes, incl] of examples)
    test(`gives ${excl} and ${incl} for ${net} ${basis} at ${percents.join(' + ') || 'no'} percent`, () => {
      const result = taxed(cents(net), rates(...percents), basis)
      assert.deepEqual([decimal(result.excl), result.taxes.map(decimal), decimal(result.incl)], [excl, taxes, incl])
    })

  test('rounds to whole units where there are no decimals', () => {
    assert.deepEqual(taxed(cents('105'), rates('10'), 'exclusive', 100n), { excl: 10500n, incl: 11600n, taxes: [1100n] })
    assert.deepEqual(taxed(cents('105'), rates('8', '2.5'), 'inclusive', 100n), {
      excl: 9500n,
      incl: 10500n,
      taxes: [800n, 200n],
    })
  })

  test('always adds up, and never takes the taxes from anywhere but the amount', () => {
    const percent = fc.tuple(fc.nat(100), fc.nat(9999)).map(([whole, places]) => `${whole}.${String(places).padStart(4, '0')}`)
    const basis = fc.constantFrom('inclusive' as const, 'exclusive' as const)
    const net = fc.bigInt({ min: 0n, max: 10n ** 10n })
    fc.assert(
      fc.property(net, fc.array(percent, { maxLength: 4 }), basis, fc.constantFrom(1n, 100n), (value, percents, how, unit) => {
        const { excl, incl, taxes } = taxed(value * unit, rates(...percents), how, unit)
        assert.equal(incl - excl, sum(taxes))
        assert.equal(how === 'inclusive' ? incl : excl, value * unit)
        for (const amount of [excl, incl, ...taxes]) assert.ok(amount >= 0n && amount % unit === 0n)
      }),
    )
  })
})

describe('A rate on the wire', () => {
  test('is the exact fraction', () => {
    const fractions = {
      '8.25': 0.0825,
      '8.2500': 0.0825,
      '0': 0,
      '100': 1,
      '0.0001': 0.000001,
      '19.6': 0.196,
      '7': 0.07,
      '5.7': 0.057,
    }
    for (const [percent, fraction] of Object.entries(fractions)) assert.equal(rateFraction(percent), fraction, percent)
    assert.throws(() => rateFraction('much'), RangeError)
  })
})
