import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address } from './address.ts'
import { draftCustomer, mergeTags } from './draft.ts'

const HOME: Address = {
  first_name: 'Ada',
  last_name: 'Byron',
  line1: '1 Strand',
  line2: '',
  line3: '',
  line4: 'London',
  state: '',
  postcode: 'WC2N 5HR',
  country: 'GB',
  phone_number: '+442079460000',
  notes: '',
}
const KNOWN = {
  id: 7,
  email: 'ada@example.com',
  first_name: '',
  last_name: 'King',
  phone_number: null,
  language: null,
  accepts_marketing: false,
  ip: null,
  user_agent: null,
  tags: ['VIP'],
  metadata: null,
  user_type: 'customer',
  addresses: [] as Address[],
}

describe('The customer of an order', () => {
  test('who is new is made with what is given', () => {
    const draft = draftCustomer({ email: ' Ada@Example.com ', accepts_marketing: true }, null, HOME, [HOME], false, [])
    assert.deepEqual([draft.id, draft.email, draft.becomes_customer], [null, 'ada@example.com', true])
    assert.deepEqual(draft.values, {
      first_name: 'Ada',
      last_name: 'Byron',
      phone_number: '+442079460000',
      accepts_marketing: true,
    })
    assert.deepEqual(draft.addresses, [HOME])
  })

  test('who is known keeps e-mail and name, and blanks are filled', () => {
    const draft = draftCustomer(
      { email: 'ada@example.com', last_name: 'Lovelace', tags: ['vip', 'Press'] },
      KNOWN,
      HOME,
      [HOME],
      false,
      [],
    )
    assert.deepEqual(draft.values, { first_name: 'Ada', phone_number: '+442079460000', tags: ['VIP', 'Press'] })
    assert.equal(draft.becomes_customer, false)
  })

  test('keeps an address once', () => {
    const draft = draftCustomer({}, { ...KNOWN, addresses: [HOME] }, HOME, [HOME], false, [])
    assert.deepEqual(draft.addresses, [])
  })

  test('stays a lead when the order only tests', () => {
    assert.equal(draftCustomer({ email: 'a@example.com' }, null, null, [], true, []).becomes_customer, false)
  })
})

describe('Tags', () => {
  test('stand once, in their first spelling', () =>
    assert.deepEqual(mergeTags(['VIP'], ['vip', 'new', '', 'NEW']), ['VIP', 'new']))
})
