import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { randomFrom } from './random.ts'

const throws = (seed: number) => {
  const random = randomFrom(seed)
  return Array.from({ length: 6_000 }, () => random.whole(1, 6))
}

describe('Chances from a seed', () => {
  test('fall the same way again, and another way from another seed', () => {
    assert.deepEqual(throws(7), throws(7))
    assert.notDeepEqual(throws(7), throws(8))
  })

  test('are even and stay within their bounds', () => {
    const counts = Map.groupBy(throws(1), face => face)
    assert.deepEqual([...counts.keys()].sort(), [1, 2, 3, 4, 5, 6])
    for (const [face, all] of counts) assert.ok(Math.abs(all.length - 1_000) < 150, `${face} came up ${all.length} times`)
  })

  test('shuffle without losing anything', () => {
    const items = Array.from({ length: 50 }, (_, index) => index)
    const shuffled = randomFrom(3).shuffled(items)
    assert.notDeepEqual(shuffled, items)
    assert.deepEqual(
      shuffled.sort((a, b) => a - b),
      items,
    )
  })
})
