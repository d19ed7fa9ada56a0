import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { cents } from '../../../platform/money.ts'
import { discrepancy } from './rules.ts'

describe('What a refund gave beyond its lines', () => {
  for (const [what, returned, refunded, outstanding, expected] of [
    ['is nothing when the money is what the lines are worth', '44.38', '44.38', '0', '0'],
    ['is a gift when there are no lines', '0', '10', '0', '10'],
    ['is a fee when less went back', '19.47', '14.47', '0', '-5'],
    ['settles first what the shop owed', '0', '40', '-40', '0'],
    ['is what remains after that', '0', '55', '-40', '15'],
    ['settles first what the customer owed', '100', '60', '40', '0'],
  ] as const)
    test(what, () => {
      assert.equal(
        discrepancy({ returned: cents(returned), refunded: cents(refunded), outstanding: amount(outstanding) }),
        amount(expected),
      )
    })

  test('never lets a refund turn what is owed around, or raise it', () => {
    const money = fc.bigInt({ min: 0n, max: 100_000n })
    fc.assert(
      fc.property(money, money, fc.bigInt({ min: -100_000n, max: 100_000n }), (returned, refunded, outstanding) => {
        const after = outstanding - returned - discrepancy({ returned, refunded, outstanding }) + refunded
        const size = (value: bigint) => (value < 0n ? -value : value)
        assert.ok(size(after) <= size(outstanding) && after * outstanding >= 0n)
      }),
    )
  })
})

const amount = (text: string) => (text.startsWith('-') ? -cents(text.slice(1)) : cents(text))
