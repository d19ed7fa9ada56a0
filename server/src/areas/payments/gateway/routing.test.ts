import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { testCard } from '../card/test-cards.ts'
import type { Gateway } from './gateway.ts'
import { drawGateway, takesCard } from './routing.ts'

const A = { id: 3, weight: 50 }
const B = { id: 8, weight: 25 }

describe('Drawing a gateway', () => {
  for (const [key, drawn] of [
    ['pi_000002', A],
    ['pi_000001', B],
  ] as const)
    test(`gives ${key} to the gateway ${drawn.id}, in whatever order they come`, () => {
      assert.equal(drawGateway([A, B], key), drawn)
      assert.equal(drawGateway([B, A], key), drawn)
    })

  test('follows the weights', () => {
    const keys = Array.from({ length: 20_000 }, (_, number) => `key ${number}`)
    const share = keys.filter(key => drawGateway([A, B], key) === A).length / keys.length
    assert.ok(Math.abs(share - 2 / 3) < 0.015, String(share))
  })

  test('draws nothing from nothing', () => {
    assert.equal(drawGateway([], 'pi_1'), null)
  })
})

describe('Taking a card', () => {
  const gateway: Gateway = {
    id: 1,
    name: 'Test',
    gateway_type: 'test',
    active: true,
    currencies: [],
    card_types: [],
    payment_methods: ['bankcard'],
    payment_flow: 'charge',
    enable_3ds2: false,
    optimized_3ds: false,
    re_attemp_intitial_charge: false,
    re_attemp_group: null,
    statement_descriptor: null,
    weight: 1,
  }
  const visa = testCard('test_gw_approve')!

  for (const [wish, changes, taken] of [
    ['everything by default', {}, true],
    ['a listed currency', { currencies: ['EUR', 'USD'] }, true],
    ['no other currency', { currencies: ['EUR'] }, false],
    ['a listed brand', { card_types: ['visa'] }, true],
    ['no other brand', { card_types: ['mastercard'] }, false],
    ['nothing while inactive', { active: false }, false],
    ['no card without the method', { payment_methods: ['paypal'] }, false],
    ['nothing that this installation cannot talk to', { gateway_type: 'stripe' }, false],
  ] as const)
    test(`takes ${wish}`, () => assert.equal(takesCard({ ...gateway, ...changes }, 'USD', visa), taken))

  test('never tries a live card out on the test gateway', () => {
    assert.equal(takesCard(gateway, 'USD', { ...visa, kind: 'live' }), false)
  })
})
