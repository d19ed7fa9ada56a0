import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Condition, ConditionType, PricedLine } from './candidate.ts'
import { consume, isMet, isRepeating } from './conditions.ts'
import { budget, type LineUnits, untouched } from './units.ts'

const everything = { all_products: true, product_ids: [], category_ids: [] }

function condition(type: ConditionType, value: string): Condition {
  return { type, value, range: everything }
}

function line(variant_id: number, unit_price: bigint, quantity: number, product_id = variant_id): PricedLine {
  return { variant_id, product_id, category_ids: [], unit_price, quantity, is_discountable: true, is_subscription: false }
}

/** Two variants of one product and one of another: 4 units, 3 variants, 2 products, 65.00. */
const lines = [line(1, 1000n, 2, 10), line(2, 1500n, 1, 10), line(3, 3000n, 1, 20)]

describe('A condition', () => {
  const cases: [ConditionType, met: string[], unmet: string[]][] = [
    ['count_gte', ['3', '4'], ['5']],
    ['count_eq', ['4', '4.00'], ['3', '5']],
    ['value_gte', ['64.99', '65.00'], ['65.01']],
    ['value_eq', ['65', '65.0000'], ['64.99', '65.01']],
    ['distinct_gte', ['2', '3'], ['4']],
    ['distinct_eq', ['3'], ['2', '4']],
    ['count', ['1', '4'], ['5', '0']],
    ['value', ['65.00'], ['65.01', '0']],
    ['coverage', ['1', '2'], ['3', '0']],
  ]
  for (const [type, met, unmet] of cases)
    test(`on ${type} is met from its value on, and only then`, () => {
      for (const value of met) assert.equal(isMet(condition(type, value), lines), true, value)
      for (const value of unmet) assert.equal(isMet(condition(type, value), lines), false, value)
    })

  test('repeats only when it uses units up', () => {
    const repeating = cases.map(([type]) => type).filter(type => isRepeating(condition(type, '1')))
    assert.deepEqual(repeating, ['count', 'value', 'coverage'])
  })
})

describe('Using units up for a condition', () => {
  function dearestLast(): LineUnits[] {
    return lines.map(untouched)
  }
  function consumed(wanted: Condition, pool: LineUnits[]): [variant: number, count: number][] | null {
    return consume(wanted, pool, () => true)?.map(({ units, count }) => [units.line.variant_id, count]) ?? null
  }

  test('takes the dearest first', () => {
    assert.deepEqual(consumed(condition('count', '3'), dearestLast()), [
      [3, 1],
      [2, 1],
      [1, 1],
    ])
  })

  test('takes enough units to be worth the value, counted before discounts', () => {
    assert.deepEqual(consumed(condition('value', '45.01'), dearestLast()), [
      [3, 1],
      [2, 1],
      [1, 1],
    ])
    assert.deepEqual(consumed(condition('value', '45'), dearestLast()), [
      [3, 1],
      [2, 1],
    ])
  })

  test('takes one unit of each product for coverage', () => {
    const pool = dearestLast()
    assert.deepEqual(consumed(condition('coverage', '2'), pool), [
      [3, 1],
      [2, 1],
    ])
    assert.equal(consumed(condition('coverage', '2'), pool), null)
    assert.deepEqual(consumed(condition('coverage', '1'), pool), [[1, 1]])
  })

  test('takes nothing when there is not enough, or nothing is asked', () => {
    const pool = dearestLast()
    for (const wanted of [
      condition('count', '5'),
      condition('value', '65.01'),
      condition('coverage', '3'),
      condition('count', '0'),
      condition('value', '0'),
    ])
      assert.equal(consumed(wanted, pool), null)
    assert.deepEqual(consumed(condition('count', '4'), pool), [
      [3, 1],
      [2, 1],
      [1, 2],
    ])
  })

  test('takes goods that cost nothing for a count, never for a value', () => {
    const free = [untouched(line(1, 0n, 5), 0)]
    assert.equal(consumed(condition('value', '0.01'), free), null)
    const pieces = consume(condition('count', '2'), free, () => true)!
    assert.deepEqual(pieces.map(budget), [0n])
  })
})
