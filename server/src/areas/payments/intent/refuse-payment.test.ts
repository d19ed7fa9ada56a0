import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { startApi } from '../../../../test/harness.ts'
import { ApiError } from '../../../platform/errors.ts'
import { choosePayment, type PaymentAsk } from './choose-payment.ts'
import type { PaymentDetailsInput } from './contract.ts'
import { customerWith, openTill } from './example-till.ts'

describe('Refusing how an order is to be paid', () => {
  const api = startApi()
  const till = openTill(api)
  let customer_id: number
  let paid_id: number
  before(async () => {
    await till.prepare({ currencies: ['USD'] })
    customer_id = await customerWith(api, 'ada@example.com')
    paid_id = (await till.sell('test_gw_approve', { customer_id })).transaction_id
  })

  const choose = (method: string | null, details: PaymentDetailsInput | null = null, wishes: Partial<PaymentAsk> = {}) =>
    choosePayment(api.database.pool, till.store, {
      payment_method: method,
      payment_details: details,
      currency: 'USD',
      total: 8498n,
      customer: { id: customer_id, email: 'ada@example.com', is_blocked: false },
      has_subscription_lines: false,
      now: new Date(),
      ...wishes,
    })
  const byCard = { card_token: 'test_gw_approve' }
  const unknown = 9_999_999

  const url = 'https://shop.example.com/thanks'
  const cases: [string, string | null, PaymentDetailsInput | null, Partial<PaymentAsk>, string, string][] = [
    ['a card without a token', 'card_token', null, {}, 'details.card_token', 'required'],
    ['an unknown token', 'card_token', { card_token: 'NOBODY' }, {}, 'details.card_token', 'does_not_exist'],
    [
      'the card that always has to be authenticated',
      'card_token',
      { card_token: 'test_3ds_card' },
      {},
      'details.card_token',
      'unsupported',
    ],
    ['a saved card without saying which', 'saved_card', {}, {}, 'details.reference_transaction_id', 'required'],
    ['a saved card that nobody kept', 'saved_card', { card_token: 'test_gw_slow_1' }, {}, 'details.card_token', 'does_not_exist'],
    [
      'a reference that is no number',
      'saved_card',
      { reference_transaction_id: 'x' },
      {},
      'details.reference_transaction_id',
      'does_not_exist',
    ],
    [
      'an unknown external method',
      'external',
      { external_payment_method: 'gold' },
      {},
      'details.external_payment_method',
      'does_not_exist',
    ],
    [
      'an unknown gateway',
      'card_token',
      { ...byCard, payment_gateway: unknown },
      {},
      'details.payment_gateway',
      'does_not_exist',
    ],
    [
      'an unknown group',
      'card_token',
      { ...byCard, payment_gateway_group: unknown },
      {},
      'details.payment_gateway_group',
      'does_not_exist',
    ],
    ['a currency that no gateway takes', 'card_token', byCard, { currency: 'EUR' }, 'payment_method', 'unsupported'],
    ['a method elsewhere without a way back', 'swish', null, {}, 'details.payment_return_url', 'required'],
    [
      'a way back without encryption',
      'klarna',
      { payment_return_url: 'http://shop.example.com' },
      {},
      'details.payment_return_url',
      'invalid',
    ],
    ['a method that no gateway has', 'klarna', { payment_return_url: url }, {}, 'payment_method', 'unsupported'],
    [
      'a method elsewhere back to this machine',
      'twint',
      { payment_return_url: 'http://localhost:3000' },
      {},
      'payment_method',
      'unsupported',
    ],
    [
      'a reservation where money is charged at once',
      'card_token',
      { ...byCard, authorize_value: '100.00' },
      {},
      'details.authorize_value',
      'unsupported',
    ],
    ['a subscription without payment', null, null, { has_subscription_lines: true }, 'payment_method', 'unsupported'],
    ['a subscription paid elsewhere', 'external', null, { has_subscription_lines: true }, 'payment_method', 'unsupported'],
    [
      'a subscription whose card is not kept',
      'card_token',
      { ...byCard, save_card: false },
      { has_subscription_lines: true },
      'details.save_card',
      'unsupported',
    ],
  ]
  for (const [what, method, details, wishes, field, code] of cases)
    test(`refuses ${what}`, () => assert.rejects(choose(method, details, wishes), refusedOn(field, code)))

  test('refuses the earlier payment and the card of somebody else', async () => {
    const stranger = { id: await customerWith(api, 'eve@example.com'), email: 'eve@example.com', is_blocked: false }
    const details = { reference_transaction_id: String(paid_id) }
    await assert.rejects(
      choose('saved_card', details, { customer: stranger }),
      refusedOn('details.reference_transaction_id', 'does_not_exist'),
    )
    await till.keepCard('ADASCARD000000000001', customer_id)
    const ofAda = { card_token: 'ADASCARD000000000001' }
    assert.equal((await choose('card_token', ofAda)).kind, 'gateway')
    assert.equal((await choose('saved_card', ofAda)).kind, 'gateway')
    await assert.rejects(choose('card_token', ofAda, { customer: stranger }), refusedOn('details.card_token', 'does_not_exist'))
  })

  test('a store without gateways takes no card', async () => {
    const store = { ...till.store, id: (await api.anotherStore()).store_id }
    const ask = { payment_method: 'card_token', payment_details: byCard, currency: 'USD', total: 100n }
    const rest = { customer: null, has_subscription_lines: false, now: new Date() }
    await assert.rejects(choosePayment(api.database.pool, store, { ...ask, ...rest }), refusedOn('payment_method', 'unsupported'))
  })
})

/** `details.` stands for `payment_details.`. */
function refusedOn(field: string, code: string) {
  return (error: unknown) => {
    assert.ok(error instanceof ApiError, String(error))
    assert.deepEqual(
      [error.status, error.errors[0]?.field, error.errors[0]?.code],
      [400, field.replace(/^details/, 'payment_details'), code],
    )
    return true
  }
}
