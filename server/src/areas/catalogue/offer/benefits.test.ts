import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decimal } from '../../../platform/money.ts'
import { apply, discounts, everything, line, only, type Wish } from './examples.ts'

const lines = [line(1, '40.00', 2), line(2, '19.99')]

describe('A benefit', () => {
  test('of a percentage is rounded once and spread by what the lines cost', () => {
    assert.deepEqual(discounts(lines, { gives: ['percentage', '10'] }), ['8.00', '2.00'])
    assert.deepEqual(discounts(lines, { gives: ['percentage', '10', only(2)] }), ['0.00', '2.00'])
    assert.deepEqual(discounts([line(1, '1.00', 3), line(2, '1.00')], { gives: ['percentage', '0.5'] }), ['0.02', '0.00'])
  })

  test('of a percentage reaches the cheapest units only, when it says how many', () => {
    assert.deepEqual(discounts(lines, { gives: ['percentage', '50'], max_affected_items: 2 }), ['20.00', '10.00'])
    assert.deepEqual(discounts(lines, { gives: ['percentage', '50'], max_affected_items: 0 }), ['0.00', '0.00'])
  })

  test('of a fixed amount is spread by what the lines cost, and never more than that', () => {
    assert.deepEqual(discounts([line(1, '33.33'), line(2, '33.33'), line(3, '33.33')], { gives: ['absolute', '10'] }), [
      '3.34',
      '3.33',
      '3.33',
    ])
    assert.deepEqual(discounts(lines, { gives: ['absolute', '500'] }), ['80.00', '19.99'])
    assert.deepEqual(discounts(lines, { gives: ['absolute', '-5'] }), ['0.00', '0.00'])
  })

  test('of one unit is the cheapest that still costs something', () => {
    assert.deepEqual(discounts([line(1, '5.00', 2), line(2, '9.00'), line(3, '0.00')], { gives: ['multibuy', '1'] }), [
      '5.00',
      '0.00',
      '0.00',
    ])
  })

  test('of a fixed price is what the units of the condition cost above it', () => {
    const bundle: Wish = { when: ['count', '3', only(1, 2)], gives: ['fixed_price', '70', only()] }
    assert.deepEqual(discounts([...lines, line(3, '9.99')], bundle), ['23.99', '6.00', '0.00'])
    assert.deepEqual(discounts(lines, { ...bundle, gives: ['fixed_price', '200'] }), ['0.00', '0.00'])
    assert.deepEqual(discounts(lines, { when: ['count_eq', '2', only(1)], gives: ['fixed_price', '70'] }), ['10.00', '0.00'])
  })

  test('of an order percentage reaches every line, whatever the range', () => {
    assert.deepEqual(discounts(lines, { when: ['count_gte', '1', only(2)], gives: ['order_percentage', '10', only()] }), [
      '8.00',
      '2.00',
    ])
  })

  test('on shipping takes an amount, a price or a percentage off it, and leaves the goods alone', () => {
    const cases: [Wish['gives'], string, string][] = [
      [['shipping_absolute', '3'], '7.99', '3.00'],
      [['shipping_absolute', '30'], '7.99', '7.99'],
      [['shipping_fixed_price', '2.50'], '7.99', '5.49'],
      [['shipping_fixed_price', '9'], '7.99', '0.00'],
      [['shipping_percentage', '50'], '7.99', '4.00'],
      [['shipping_percentage', '100'], '7.99', '7.99'],
    ]
    for (const [gives, price, expected] of cases) {
      const outcome = apply(lines, [{ gives }], price)
      assert.equal(decimal(outcome.shipping_discount), expected)
      assert.deepEqual(outcome.line_discounts, [0n, 0n])
      assert.equal(outcome.applied.length, expected === '0.00' ? 0 : 1)
    }
  })

  test('is in whole units where the currency has no decimals', () => {
    const yen = [line(1, '1005'), line(2, '333')]
    assert.deepEqual(apply(yen, [{ gives: ['percentage', '10'] }], '0', 100n).line_discounts.map(decimal), ['101.00', '33.00'])
    assert.equal(decimal(apply(yen, [{ gives: ['shipping_percentage', '50'] }], '501', 100n).shipping_discount), '251.00')
    assert.deepEqual(apply(yen, [{ gives: ['absolute', '10'], discount_left: 550n }], '0', 100n).line_discounts.map(decimal), [
      '4.00',
      '1.00',
    ])
  })

  test('needs its condition', () => {
    assert.deepEqual(apply(lines, [{ when: ['count_gte', '4'], gives: ['percentage', '10'] }]).applied, [])
    assert.deepEqual(apply(lines, [{ when: ['value_gte', '100'], gives: ['shipping_percentage', '10'] }], '5').applied, [])
    assert.equal(apply(lines, [{ when: ['count', '3'], gives: ['shipping_percentage', '10'] }], '5').applied.length, 1)
  })
})

describe('A repeating offer', () => {
  const threeForTwo: Wish = { when: ['count', '3'], gives: ['multibuy', '1'] }

  test('makes the cheapest of each three units free, the dearest three together', () => {
    const outcome = apply([line(1, '10.00', 4), line(2, '6.00', 3), line(3, '1.00')], [threeForTwo])
    assert.deepEqual(outcome.line_discounts.map(decimal), ['10.00', '6.00', '0.00'])
    assert.equal(outcome.applied[0]!.applications, 2)
  })

  test('repeats no more often than it may', () => {
    const outcome = apply([line(1, '10.00', 30)], [{ ...threeForTwo, max_cart_applications: 4 }])
    assert.deepEqual([outcome.applied[0]!.applications, decimal(outcome.applied[0]!.total)], [4, '40.00'])
    assert.deepEqual(apply([line(1, '10.00', 30)], [{ ...threeForTwo, max_cart_applications: 0 }]).applied, [])
  })

  test('discounts goods outside its condition, one after the other', () => {
    const goods = [line(1, '10.00', 2), line(2, '5.00', 3)]
    assert.deepEqual(discounts(goods, { when: ['count', '1', only(1)], gives: ['multibuy', '1', only(2)] }), ['0.00', '10.00'])
  })

  test('discounts each unit once, by as much each time', () => {
    assert.deepEqual(discounts([line(1, '10.00', 5)], { when: ['count', '2'], gives: ['percentage', '10'] }), ['4.00'])
    assert.deepEqual(discounts([line(1, '10.00', 5)], { when: ['value', '15'], gives: ['absolute', '3'] }), ['6.00'])
    assert.deepEqual(discounts(lines, { when: ['coverage', '2'], gives: ['fixed_price', '50'] }), ['6.66', '3.33'])
  })

  test('stops where its lifetime total ends, also halfway through an application', () => {
    const outcome = apply([line(1, '10.00', 30)], [{ ...threeForTwo, discount_left: 2500n }])
    assert.deepEqual([outcome.applied[0]!.applications, decimal(outcome.applied[0]!.total)], [3, '25.00'])
    assert.deepEqual(apply([line(1, '10.00', 30)], [{ ...threeForTwo, discount_left: 0n }]).applied, [])
  })

  test('takes ten thousand units of five thousand lines in its stride', () => {
    const many = Array.from({ length: 5000 }, (_, index) => line(index + 1, `${1 + (index % 700)}.37`, 10_000))
    const started = performance.now()
    const outcome = apply(many, [{ ...threeForTwo, when: ['count', '7', everything] }])
    assert.equal(outcome.applied[0]!.applications, Math.floor((5000 * 10_000) / 7))
    assert.ok(performance.now() - started < 5000)
  })
})
