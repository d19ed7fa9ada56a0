import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type AppliedRate, taxed } from '../../catalogue/tax/rules.ts'
import { displayTaxes, orderTaxes } from './tax-lines.ts'

function rate(id: number, percent: string, title = `Tax ${id}`): AppliedRate {
  return { id, title, percent, source: 'builtin' }
}

function part(net: bigint, ...rates: AppliedRate[]) {
  return { rates, amounts: taxed(net, rates, 'exclusive') }
}

describe('The taxes of an order', () => {
  test('are one per tax over lines and shipping, by id', () => {
    const taxes = orderTaxes([
      part(7200n, rate(9, '8.25')),
      part(1799n, rate(9, '8.25'), rate(2, '1')),
      part(500n, rate(9, '8.25')),
    ])
    assert.deepEqual(
      taxes.map(({ id, amount }) => [id, amount]),
      [
        [2, 18n],
        [9, 783n],
      ],
    )
  })

  test('keep a rate of zero and a tax that rounds to nothing, but no tax on nothing', () => {
    const taxes = orderTaxes([part(7200n, rate(1, '0')), part(1n, rate(2, '8.25')), part(0n, rate(3, '8.25'))])
    assert.deepEqual(
      taxes.map(({ id, amount }) => [id, amount]),
      [
        [1, 0n],
        [2, 0n],
      ],
    )
  })

  test('show a rate that was changed since as the first line has it', () => {
    assert.deepEqual(orderTaxes([part(100n, rate(1, '10')), part(100n, rate(1, '20'))]), [{ ...rate(1, '10'), amount: 30n }])
  })

  test('are named once each', () => {
    assert.equal(
      displayTaxes(orderTaxes([part(100n, rate(1, '5', 'GST'), rate(2, '7', 'PST'), rate(3, '1', 'GST'))])),
      'GST, PST',
    )
    assert.equal(displayTaxes([]), '')
  })
})
