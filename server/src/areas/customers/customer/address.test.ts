import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { FieldProblem } from '../../../platform/errors.ts'
import { phoneNumber, readAddress } from './address.ts'

const LONDON = { first_name: 'Ada', last_name: 'Byron', line1: '1 Strand', line4: 'London', postcode: 'WC2N 5HR', country: 'gb' }

describe('An address', () => {
  const read = (changes: object) => {
    const problems: FieldProblem[] = []
    const address = readAddress({ ...LONDON, ...changes }, 'shipping_address', problems)
    return { address, problems: problems.map(({ field, code }) => `${field} ${code}`) }
  }

  test('has every key, its country in capitals and its phone in international form', () => {
    const { address, problems } = read({ phone_number: '020 7946 0000', line2: null })
    assert.deepEqual(problems, [])
    assert.deepEqual([address.country, address.phone_number, address.line2, address.notes], ['GB', '+442079460000', '', ''])
  })

  test('names everything that is wrong with it', () => {
    const { problems } = read({ first_name: '', line1: ' ', country: 'XX' })
    assert.deepEqual(problems, [
      'shipping_address.first_name blank',
      'shipping_address.line1 blank',
      'shipping_address.country invalid_choice',
    ])
  })

  test('keeps every character that it was sent', () => {
    const { address, problems } = read({ first_name: 'Zoë 👩‍👩‍👧', last_name: 'שלום' })
    assert.deepEqual([address.first_name, address.last_name, problems], ['Zoë 👩‍👩‍👧', 'שלום', []])
  })

  test('needs a phone of its country', () => {
    assert.deepEqual(read({ phone_number: '12' }).problems, ['shipping_address.phone_number invalid'])
  })

  test('knows no rule for states and postcodes', () => {
    assert.deepEqual(read({ state: 'anything', postcode: '???' }).problems, [])
  })
})

describe('A phone number', () => {
  test('without a country needs its plus', () => {
    assert.equal(phoneNumber('+1 415 555 2671', null), '+14155552671')
    assert.equal(phoneNumber('415 555 2671', null), null)
    assert.equal(phoneNumber('415 555 2671', 'US'), '+14155552671')
  })

  for (const nonsense of ['', 'abc', '+', '٠١٢', '+999999999999999999', '1'.repeat(300)])
    test(`is not ${JSON.stringify(nonsense.slice(0, 30))}`, () => assert.equal(phoneNumber(nonsense, 'US'), null))
})
