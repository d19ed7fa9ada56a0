import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ApiError } from '../../../platform/errors.ts'
import { chooseShipping, type ShippingMethodChoice } from './rules.ts'

const method = (id: number, code: string, price: bigint, rest: Partial<ShippingMethodChoice> = {}): ShippingMethodChoice => {
  return { id, code, name: code.toUpperCase(), is_public: true, countries: [], prices: [{ currency: 'USD', price }], ...rest }
}
const methods = [
  method(3, 'express', 1999n),
  method(2, 'post', 499n),
  method(1, 'parcel', 499n, { countries: ['US'] }),
  method(4, 'staff', 0n, { is_public: false }),
  method(5, 'local', 100n, { countries: ['DE'], prices: [{ currency: 'EUR', price: 100n }] }),
]
const question = { methods, code: null, country: 'US', currency: 'USD', price_given: null, has_shippable: true }
const refused = (changes: Partial<Parameters<typeof chooseShipping>[0]>, field: string, code: string) =>
  assert.throws(
    () => chooseShipping({ ...question, ...changes }),
    (error: ApiError) => {
      assert.deepEqual([error.status, error.errors[0]?.field, error.errors[0]?.code], [400, field, code])
      return true
    },
  )

describe('Choosing the shipping', () => {
  test('takes the named method at its price', () => {
    assert.deepEqual(chooseShipping({ ...question, code: 'express' }), { code: 'express', name: 'EXPRESS', price: 1999n })
  })

  test('takes the cheapest public method that serves the country, the lower id among equals', () => {
    assert.equal(chooseShipping(question).code, 'parcel')
    assert.equal(chooseShipping({ ...question, country: 'FR' }).code, 'post')
  })

  test('takes any country without an address', () => {
    assert.equal(chooseShipping({ ...question, country: null }).code, 'parcel')
    assert.equal(chooseShipping({ ...question, country: null, code: 'parcel' }).code, 'parcel')
  })

  test('charges the given price instead of the method’s', () => {
    assert.deepEqual(chooseShipping({ ...question, price_given: 0n }), { code: 'parcel', name: 'PARCEL', price: 0n })
    assert.equal(chooseShipping({ ...question, code: 'local', country: 'DE', price_given: 250n }).price, 250n)
  })

  test('converts a price in the store’s currency when the order’s currency has none', () => {
    const converting = { ...question, country: 'DE', store_currency: 'EUR', rate_to_currency: (price: bigint) => price * 2n }
    assert.deepEqual(chooseShipping(converting), { code: 'local', name: 'LOCAL', price: 200n })
    assert.equal(chooseShipping({ ...converting, country: 'US', code: 'express' }).price, 1999n)
  })

  test('is free and without a method when nothing needs shipping', () => {
    const nothing = { code: '', name: '', price: 0n }
    assert.deepEqual(chooseShipping({ ...question, has_shippable: false, price_given: 500n, code: 'unknown' }), nothing)
  })

  test('goes without a method when none serves the country', () => {
    const none = { ...question, methods: [], code: null }
    assert.deepEqual(chooseShipping(none), { code: '', name: '', price: 0n })
    assert.deepEqual(chooseShipping({ ...none, price_given: 300n }), { code: '', name: '', price: 300n })
  })

  test('refuses a method that cannot be used', () => {
    refused({ code: 'pigeon' }, 'shipping_code', 'does_not_exist')
    refused({ code: 'staff' }, 'shipping_code', 'invalid')
    refused({ code: 'parcel', country: 'CA' }, 'shipping_code', 'invalid')
    refused({ code: 'local', country: 'DE' }, 'shipping_code', 'invalid')
  })

  test('refuses a negative price', () => refused({ price_given: -1n }, 'shipping_price', 'min_value'))
})
