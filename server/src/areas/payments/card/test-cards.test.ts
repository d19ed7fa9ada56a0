import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { testCard } from './test-cards.ts'

describe('Resolving a test card', () => {
  for (const [given, token, brand, last_four] of [
    ['6011111111111117', 'test_card', 'discover', '1117'],
    ['test_card', 'test_card', 'discover', '1117'],
    ['4111111111111111', 'test_gw_approve', 'visa', '1111'],
    ['5555555555554444', 'test_gw_challenge', 'mastercard', '4444'],
    ['4012888888881881', 'test_gw_decline', 'visa', '1881'],
  ] as const)
    test(`knows ${given} as ${token}, without its number`, () => {
      const card = testCard(given)!
      assert.deepEqual([card.token, card.brand, card.last_four], [token, brand, last_four])
      assert.doesNotMatch(JSON.stringify(card), /\d{13}/)
    })

  test('a number and its token have the same fingerprint, and every other token one of its own', () => {
    assert.equal(testCard('4111111111111111')!.fingerprint, testCard('test_gw_approve')!.fingerprint)
    const tokens = [
      'test_card',
      'test_3ds_card',
      'test_gw_approve',
      'test_gw_decline',
      'test_gw_decline_2001',
      'test_gw_lost',
      'test_gw_slow_5',
    ]
    assert.equal(new Set(tokens.map(token => testCard(token)!.fingerprint)).size, tokens.length)
  })

  for (const token of ['', 'test_gw_', '4242424242424242', '01JEN3G3VP12C9KC75B', 'TEST_CARD'])
    test(`does not know "${token}"`, () => assert.equal(testCard(token), null))
})
