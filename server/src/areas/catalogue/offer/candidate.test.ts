import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isInRange } from './candidate.ts'

const line = {
  variant_id: 1,
  product_id: 10,
  category_ids: [5, 6],
  unit_price: 100n,
  quantity: 1,
  is_discountable: true,
  is_subscription: false,
}

describe('A range', () => {
  test('holds everything, or the products it names, or those of its categories', () => {
    const nothing = { all_products: false, product_ids: [], category_ids: [] }
    assert.equal(isInRange({ ...nothing, all_products: true })(line), true)
    assert.equal(isInRange({ ...nothing, product_ids: [10] })(line), true)
    assert.equal(isInRange({ ...nothing, category_ids: [6] })(line), true)
    assert.equal(isInRange({ ...nothing, product_ids: [1], category_ids: [10] })(line), false)
    assert.equal(isInRange(nothing)(line), false)
  })
})
