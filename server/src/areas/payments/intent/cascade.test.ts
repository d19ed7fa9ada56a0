import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { startApi } from '../../../../test/harness.ts'
import { many, run, type Sql, sql } from '../../../platform/sql.ts'
import { createGateway, createGatewayGroup } from '../gateway/create-gateway.ts'
import { openTill, type Row } from './example-till.ts'
import type { Intent } from './intent.ts'

describe('A second attempt at another gateway', () => {
  const api = startApi()
  const till = openTill(api)
  let second: number
  const change = (statement: Sql) => run(api.database.pool, statement)

  before(async () => {
    // A store has one test gateway; here two are needed, because only that type can be talked to without the network.
    await change(sql`drop index gateways_one_test`)
    await till.prepare()
    second = await createGateway(api.database.pool, api.store_id, { name: 'Second', gateway_type: 'test' })
    const members = [till.gateway_id, second].map(gateway_id => ({ gateway_id, weight: 1 }))
    const group = await createGatewayGroup(api.database.pool, api.store_id, { name: 'Again', members })
    await change(sql`update gateways set re_attemp_group = ${group} where id = ${till.gateway_id}`)
  })
  beforeEach(async () => {
    await change(sql`update gateways set re_attemp_intitial_charge = true, payment_flow = 'charge'`)
    await change(sql`update stores set throttle_declining_cards = false`)
    till.lost.length = 0
  })

  const attempts = ({ key }: Intent) =>
    many<Row>(
      api.database.pool,
      sql`select t.* from transactions t join payment_intents i on i.transaction_id = t.id where i.key like ${`${key}%`} order by t.id`,
    )

  for (const code of [2000, 2003, 2004, 2005, 3007, 3011])
    test(`is made once after ${code}, and its outcome is the answer`, async () => {
      const intent = await till.open(`test_gw_decline_${code}`)
      const outcome = await till.conduct(intent)
      const rows = await attempts(intent)
      assert.deepEqual(
        rows.map(row => [row.gateway_id, row.status, row.is_initial_retry]),
        [
          [till.gateway_id, 'failed', false],
          [second, 'failed', true],
        ],
      )
      assert.equal(outcome.state, 'failed')
      assert.equal(outcome.transaction_id, till.lost[0]?.transaction_id)
      assert.notEqual(outcome.transaction_id, intent.transaction_id)
      assert.equal(till.lost.length, 1)
      assert.deepEqual(await till.announced(intent.transaction_id), ['transaction.created'])
    })

  test('completes the sale when it is approved', async () => {
    const intent = await till.open('test_gw_decline_2000')
    await change(sql`update payment_intents set card_token = 'test_gw_decline_2000' where key = ${intent.key}`)
    await change(sql`update transactions set card_token = 'test_gw_approve' where id = ${intent.transaction_id}`)
    const outcome = await till.conduct(intent)
    assert.equal(outcome.state, 'succeeded')
    assert.equal(till.lost.length, 0)
    assert.equal(till.sold.at(-1)?.transaction_id, outcome.transaction_id)
    assert.deepEqual(till.sold.at(-1)?.draft, { wanted: 'a lamp' })
    assert.deepEqual((await till.transaction(outcome.transaction_id)).report_values, { amount: '20.00', currency: 'USD' })
  })

  const single = async (token: string, wishes = {}) => {
    const intent = await till.open(token, wishes)
    await till.conduct(intent)
    assert.equal((await attempts(intent)).length, 1)
    assert.equal(till.lost.length, 1)
  }

  for (const code of [2001, 3002, 3008]) test(`is not made after ${code}`, () => single(`test_gw_decline_${code}`))

  test('is not made unless the gateway asks for it', async () => {
    await change(sql`update gateways set re_attemp_intitial_charge = false`)
    await single('test_gw_decline_2000')
  })

  test('does not charge at once what was to be reserved', async () => {
    await change(sql`update gateways set payment_flow = 'auth-capture' where id = ${till.gateway_id}`)
    await single('test_gw_decline_2000', { kind: 'authorize' })
  })

  test('is not made when the card rests after three declines', async () => {
    await change(sql`update stores set throttle_declining_cards = true`)
    await change(sql`delete from payment_intents`)
    await change(sql`delete from transactions`)
    await till.sell('test_gw_decline_2003')
    till.lost.length = 0
    await single('test_gw_decline_2003')
  })

  test('stays away from gateways that cannot be talked to', async () => {
    await change(sql`update gateways set gateway_type = 'stripe' where id = ${second}`)
    await single('test_gw_decline_2004')
    await change(sql`update gateways set gateway_type = 'test' where id = ${second}`)
  })
})
