import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ledgerRowWith } from './examples.ts'
import { meaningOf } from './meaning.ts'

describe('A row of a ledger', () => {
  const cases: [what: string, row: Parameters<typeof ledgerRowWith>[0], kind: string, reason?: RegExp][] = [
    ['goods are sold', {}, 'goods'],
    ['a gift at price zero', { price: '0', customer: '17850' }, 'goods'],
    ['a gift to nobody known, by its name', { price: '0', customer: '' }, 'goods'],
    ['stock found again', { price: '0', customer: '', description: 'nan' }, 'no_sale', /stock correction/],
    ['stock with a remark', { price: '0', customer: '', description: 'found' }, 'no_sale', /stock correction/],
    ['stock with a question', { price: '0', customer: '', description: '?' }, 'no_sale', /stock correction/],
    ['stock written off', { quantity: '-10', price: '0', description: 'damages' }, 'no_sale', /stock correction/],
    ['postage', { code: 'POST' }, 'postage'],
    ['postage of a marketplace', { code: 'DOT' }, 'postage'],
    ['carriage', { code: 'C2' }, 'postage'],
    ['a discount', { code: 'D', quantity: '-1' }, 'discount'],
    ['a discount the wrong way round', { code: 'D' }, 'no_sale', /raises the price/],
    ['a manual correction', { code: 'M' }, 'no_sale', /manual/],
    ['the same in small letters', { code: 'm' }, 'no_sale', /manual/],
    ['samples', { code: 'S' }, 'no_sale', /Samples/],
    ['bank charges', { code: 'BANK CHARGES' }, 'no_sale', /Bank charges/],
    ['a fee', { code: 'AMAZONFEE' }, 'no_sale', /fee/],
    ['an adjustment', { code: 'ADJUST2' }, 'no_sale', /adjustment/],
    ['a test', { code: 'TEST001' }, 'no_sale', /test/],
    ['a bad debt', { code: 'B', price: '-11062.06' }, 'no_sale', /bad debt/],
    ['a negative price', { price: '-1.00' }, 'no_sale', /negative price/],
    ['nothing of something', { quantity: '0' }, 'no_sale', /zero/],
    ['a price in parts of a penny', { price: '0.001' }, 'no_sale', /two decimals/],
    ['a price beyond any order', { price: '10000000000' }, 'no_sale', /larger/],
    ['a negative quantity without credit note', { quantity: '-1' }, 'no_sale', /no credit note/],
    ['goods that come back', { invoice: 'C536379', quantity: '-1' }, 'returned_goods'],
    ['postage given back', { invoice: 'C536379', quantity: '-1', code: 'POST' }, 'returned_postage'],
    ['a discount granted later', { invoice: 'C536379', quantity: '-1', code: 'D' }, 'later_discount'],
    ['a fee credited', { invoice: 'C536379', quantity: '-1', code: 'AMAZONFEE' }, 'no_sale', /fee/],
    ['something sold on a credit note', { invoice: 'C536379' }, 'no_sale', /positive quantity/],
    ['a return of nothing', { invoice: 'C536379', quantity: '-1', price: '0' }, 'no_sale', /price zero/],
  ]
  for (const [what, row, kind, reason] of cases)
    test(`is understood: ${what}`, async () => {
      const meaning = meaningOf(await ledgerRowWith(row))
      assert.equal(meaning.kind, kind)
      if (reason) assert.match(meaning.kind === 'no_sale' ? meaning.reason : '', reason)
    })
})
