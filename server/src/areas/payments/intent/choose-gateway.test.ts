import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { startApi } from '../../../../test/harness.ts'
import { many, run, sql } from '../../../platform/sql.ts'
import { createGateway, createGatewayGroup } from '../gateway/create-gateway.ts'
import { choosePayment, type GatewayPlan } from './choose-payment.ts'
import type { PaymentDetailsInput } from './contract.ts'
import { openTill } from './example-till.ts'

describe('Choosing the gateway', () => {
  const api = startApi()
  const till = openTill(api)
  let euro: number
  let group: number
  before(async () => {
    // A store has one test gateway; here two are needed, because only that type can be talked to without the network.
    await run(api.database.pool, sql`drop index gateways_one_test`)
    await till.prepare({ currencies: ['USD'] })
    euro = await createGateway(api.database.pool, api.store_id, {
      name: 'Euro',
      gateway_type: 'test',
      currencies: ['EUR'],
      card_types: ['visa'],
    })
    group = await createGatewayGroup(api.database.pool, api.store_id, {
      name: 'Europe',
      members: [{ gateway_id: euro, weight: 3 }],
    })
  })
  beforeEach(() =>
    run(
      api.database.pool,
      sql`update gateways set active = true, payment_flow = 'charge', enable_3ds2 = false, optimized_3ds = false, card_types = '{}'`,
    ),
  )

  const change = (changes: string) => api.database.pool.query(`update gateways set ${changes}`)
  const choose = async (details: PaymentDetailsInput = {}, currency = 'USD') =>
    (await choosePayment(api.database.pool, till.store, {
      payment_method: 'card_token',
      payment_details: { card_token: 'test_gw_approve', ...details },
      currency,
      total: 8498n,
      customer: null,
      has_subscription_lines: false,
      now: new Date(),
    })) as GatewayPlan

  test('takes the gateway that is named', async () => {
    assert.equal((await choose({ payment_gateway: euro }, 'EUR')).gateway.id, euro)
  })

  test('a group that is named beats a gateway that is named', async () => {
    const { gateway } = await choose({ payment_gateway: till.gateway_id, payment_gateway_group: group }, 'EUR')
    assert.deepEqual([gateway.id, gateway.weight], [euro, 3])
  })

  for (const [what, changes, details, currency] of [
    ['is inactive', 'active = false', {}, 'EUR'],
    ['has another currency', "payment_flow = 'charge'", {}, 'USD'],
    ['has another brand', "card_types = '{mastercard}'", {}, 'EUR'],
  ] as const)
    test(`refuses the gateway that is named when it ${what}`, async () => {
      await change(changes)
      await assert.rejects(choose({ payment_gateway: euro, ...details }, currency), refusal('payment_gateway', 'unsupported'))
    })

  test('reserves the total, or more when that is asked for', async () => {
    await change("payment_flow = 'auth-capture'")
    assert.deepEqual(amount(await choose()), ['authorize', 8498n])
    assert.deepEqual(amount(await choose({ authorize_value: '84.98' })), ['authorize', 8498n])
    assert.deepEqual(amount(await choose({ authorize_value: '120' })), ['authorize', 12000n])
    await assert.rejects(choose({ authorize_value: '84.97' }), refusal('authorize_value', 'min_value'))
  })

  describe('that authenticates cardholders', () => {
    const details = { payment_return_url: 'https://shop.example.com/thanks' }
    const traces = async (plan: GatewayPlan) => {
      const { transaction_id } = await till.open('', { card: plan.card, gateway_id: plan.gateway.id })
      const statement = sql`select is_3ds, optimized_3ds, sca_flow from transactions where id = ${transaction_id}`
      return (await many<Record<string, unknown>>(api.database.pool, statement))[0]
    }

    test('needs to know where to come back to', async () => {
      await change('enable_3ds2 = true')
      await assert.rejects(choose(), refusal('payment_return_url', 'required'))
      assert.deepEqual(await traces(await choose(details)), { is_3ds: true, optimized_3ds: false, sca_flow: 'frictionless' })
    })

    test('cannot take a card whose holder has to be asked', async () => {
      await change('enable_3ds2 = true')
      await assert.rejects(choose({ ...details, card_token: '5555555555554444' }), refusal('card_token', 'unsupported'))
    })

    test('skips asking where it is set up to', async () => {
      await change('enable_3ds2 = true, optimized_3ds = true')
      const plan = await choose({ ...details, card_token: '5555555555554444' })
      assert.deepEqual(await traces(plan), { is_3ds: false, optimized_3ds: true, sca_flow: 'challenge' })
    })

    test('charges plainly while that is switched off', async () => {
      const plan = await choose({ card_token: '5555555555554444' })
      assert.deepEqual(await traces(plan), { is_3ds: false, optimized_3ds: false, sca_flow: null })
    })
  })
})

const amount = ({ flow, amount }: GatewayPlan) => [flow, amount]

function refusal(field: string, code: string) {
  return (error: unknown) => {
    const { status, errors } = error as { status: number; errors: { field: string; code: string }[] }
    assert.deepEqual([status, errors[0]?.field, errors[0]?.code], [400, `payment_details.${field}`, code])
    return true
  }
}
