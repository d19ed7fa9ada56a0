import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { startApi } from '../../../../test/harness.ts'
import { statementCount } from '../../../platform/sql.ts'
import { createExternalPaymentMethod } from '../external-payment-method/create-external-payment-method.ts'
import { choosePayment, type PaymentAsk, type PaymentPlan } from './choose-payment.ts'
import type { PaymentDetailsInput } from './contract.ts'
import { customerWith, openTill } from './example-till.ts'

describe('Choosing how an order is paid', () => {
  const api = startApi()
  const till = openTill(api)
  let customer_id: number
  let paid_id: number
  before(async () => {
    await till.prepare({ currencies: ['USD'], statement_descriptor: 'HARBOUR LIGHTS' })
    await createExternalPaymentMethod(api.database.pool, api.store_id, { name: 'Bank transfer', code: 'bank' })
    customer_id = await customerWith(api, 'ada@example.com')
    paid_id = (await till.sell('test_gw_approve', { customer_id })).transaction_id
  })

  const choose = (
    method: string | null,
    details: PaymentDetailsInput | null = null,
    wishes: Partial<PaymentAsk> = {},
  ): Promise<PaymentPlan> =>
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
  const byCard = async (details: PaymentDetailsInput = {}, wishes: Partial<PaymentAsk> = {}) => {
    const plan = await choose('card_token', { card_token: 'test_gw_approve', ...details }, wishes)
    assert.equal(plan.kind, 'gateway')
    return plan as PaymentPlan & { kind: 'gateway' }
  }

  test('charges a card on the default gateway', async () => {
    const { flow, amount, gateway, is_test, save_card, can_upsell, statement_descriptor, card } = await byCard()
    assert.deepEqual(
      [flow, amount, gateway.id, is_test, save_card, can_upsell],
      ['charge', 8498n, till.gateway_id, true, true, true],
    )
    assert.deepEqual([statement_descriptor, card.last_four], ['HARBOUR LIGHTS', '1111'])
  })

  test('asks the database not at all for no payment, and once for a card', async () => {
    const count = async (work: () => Promise<unknown>) => {
      const already = statementCount.total
      await work()
      return statementCount.total - already
    }
    assert.equal(await count(() => choose(null)), 0)
    assert.equal(await count(() => byCard()), 1)
  })

  test('needs no gateway for the test card', async () => {
    const plan = await choose('card_token', { card_token: 'test_card' }, { currency: 'EUR' })
    assert.equal(plan.kind, 'test_card')
  })

  test('asks no gateway for nothing', async () => {
    assert.deepEqual(await choose('card_token', { card_token: 'test_gw_approve' }, { total: 0n }), { kind: 'none' })
  })

  for (const [given, kept] of [
    ['LAMPS & MORE', 'LAMPS & MORE'],
    ['A#1, L.-', 'A#1, L.-'],
    ['Lämpchen', 'HARBOUR LIGHTS'],
    ['A'.repeat(23), 'HARBOUR LIGHTS'],
    ['', 'HARBOUR LIGHTS'],
    [null, 'HARBOUR LIGHTS'],
  ] as const)
    test(`prints ${JSON.stringify(given)} on the statement as "${kept}"`, async () => {
      assert.equal((await byCard({ statement_descriptor: given })).statement_descriptor, kept)
    })

  test('a card that is not kept allows no upsell', async () => {
    const { save_card, can_upsell } = await byCard({ save_card: false })
    assert.deepEqual([save_card, can_upsell], [false, false])
  })

  test('charges the card of an earlier payment of the same customer', async () => {
    for (const details of [{ reference_transaction_id: String(paid_id) }, { card_token: 'test_gw_approve' }]) {
      const plan = await choose('saved_card', details)
      assert.equal(plan.kind === 'gateway' && plan.card.token, 'test_gw_approve')
    }
  })

  test('charges a card that the customer kept', async () => {
    await till.keepCard('ADASCARD000000000001', customer_id)
    for (const method of ['card_token', 'saved_card'])
      assert.equal((await choose(method, { card_token: 'ADASCARD000000000001' })).kind, 'gateway')
  })

  test('names an external method, or calls it external', async () => {
    assert.deepEqual(await choose('external'), { kind: 'external', payment_method: 'external' })
    assert.deepEqual(await choose('external', { external_payment_method: 'bank' }), { kind: 'external', payment_method: 'bank' })
  })
})
