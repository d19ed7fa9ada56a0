import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isWorthAnotherGateway, textOf } from './response-codes.ts'

describe('Response codes', () => {
  for (const [code, text] of [
    [1000, 'Approved'],
    [2003, 'Processor Declined'],
    [3002, 'Invalid Card'],
    [3007, 'Invalid Transaction'],
    [3012, 'Duplicate / Velocity Filter'],
    [3017, 'Blocked by Block List'],
    [4003, 'No SEPA'],
    [5003, 'Failed, Timeout'],
    [2999, 'Declined with code 2999'],
  ] as const)
    test(`${code} is read as "${text}"`, () => assert.equal(textOf(code), text))

  test('another gateway is worth a try for exactly six of them', () => {
    const codes = Array.from({ length: 5000 }, (_, index) => 1000 + index)
    assert.deepEqual(codes.filter(isWorthAnotherGateway), [2000, 2003, 2004, 2005, 3007, 3011])
  })
})
