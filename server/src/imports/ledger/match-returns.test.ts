import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type ExampleRow, ledgerRows } from './examples.ts'
import { type EarlierSale, matchReturns } from './match-returns.ts'

const returned = async (rows: readonly ExampleRow[], sales: EarlierSale[]) => {
  const note = { quantity: '-1', invoice: 'C1' }
  const invoice = { number: 'C1', is_credit_note: true, rows: await ledgerRows(rows.map(row => ({ ...note, ...row }))) }
  const { returns, amount, left_out } = matchReturns(invoice, sales)
  return { returns, amount, left_out, reasons: left_out.map(({ reason }) => reason) }
}

const line = (order_line_id: number, left: number, rest: object = {}) => ({
  order_line_id,
  code: '22633',
  unit_price: 185n,
  left,
  ...rest,
})
const sale = (order_number: number, lines: EarlierSale['lines'], rest: object = {}): EarlierSale => ({
  ...{ order_number, available: 100_00n, shipping: 0n, lines },
  ...rest,
})

describe('A credit note', () => {
  test('takes back the latest sale that has it all', async () => {
    const { returns, amount } = await returned(
      [{ quantity: '-3' }],
      [sale(9, [line(91, 2)]), sale(8, [line(81, 5)]), sale(7, [line(71, 5)])],
    )
    assert.deepEqual(returns, [{ order_number: 8, lines: [{ order_line_id: 81, quantity: 3 }], shipping: 0n, amount: 5_55n }])
    assert.equal(amount, -5_550_000n)
  })

  test('takes back several sales when no single one has it all', async () => {
    const { returns } = await returned(
      [{ quantity: '-6' }],
      [sale(9, [line(91, 2)]), sale(8, [line(81, 3)]), sale(7, [line(71, 5)])],
    )
    assert.deepEqual(
      returns.map(({ order_number, lines, amount }) => [order_number, lines[0]?.quantity, amount]),
      [
        [9, 2, 3_70n],
        [8, 3, 5_55n],
        [7, 1, 1_85n],
      ],
    )
  })

  test('does not take back twice what its rows share', async () => {
    const { returns, reasons } = await returned([{ quantity: '-2' }, { quantity: '-2' }], [sale(9, [line(91, 3)])])
    assert.equal(returns[0]?.amount, 3_70n)
    assert.deepEqual(reasons, ['Unmatched return: more units than earlier sales to this customer have left.'])
  })

  test('gives back no more than what was paid', async () => {
    const { reasons } = await returned([{ quantity: '-3' }], [sale(9, [line(91, 3)], { available: 5_54n })])
    assert.match(reasons[0]!, /more units/)
  })

  test('leaves out what it does not find', async () => {
    const other = [sale(9, [line(91, 3, { unit_price: 200n })])]
    assert.match((await returned([{}], other)).reasons[0]!, /other prices/)
    assert.match((await returned([{ code: '99999' }], other)).reasons[0]!, /no earlier sale of it/)
    assert.match((await returned([{ customer: '' }], other)).reasons[0]!, /no customer/)
    assert.match((await returned([{ code: 'POST', price: '4.00' }], other)).reasons[0]!, /postage/)
    assert.match((await returned([{ code: 'D', price: '400.00' }], other)).reasons[0]!, /Unmatched discount/)
    assert.match((await returned([{ code: 'AMAZONFEE' }], other)).reasons[0]!, /fee/)
  })

  test('gives back postage and later discounts', async () => {
    const { returns, left_out } = await returned(
      [
        { code: 'POST', price: '4.00' },
        { code: 'D', price: '10.00' },
      ],
      [sale(9, []), sale(8, [], { shipping: 5_00n })],
    )
    assert.deepEqual(left_out, [])
    assert.deepEqual(returns, [
      { order_number: 8, lines: [], shipping: 4_00n, amount: 4_00n },
      { order_number: 9, lines: [], shipping: 0n, amount: 10_00n },
    ])
  })
})
