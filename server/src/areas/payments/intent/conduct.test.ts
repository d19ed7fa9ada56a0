import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { startApi } from '../../../../test/harness.ts'
import { one, sql } from '../../../platform/sql.ts'
import { customerWith, openTill, vaultCard } from './example-till.ts'
import { refusalOf } from './refusal.ts'

describe('Conducting a payment', () => {
  const api = startApi()
  const till = openTill(api)
  before(() => till.prepare())

  test('settles an approval once, with its draft', async () => {
    const intent = await till.open('4111111111111111')
    assert.deepEqual(await till.announced(intent.transaction_id), [])
    assert.equal((await till.transaction(intent.transaction_id)).status, '')

    const outcome = await till.conduct(intent)
    assert.equal(outcome.state, 'succeeded')
    assert.deepEqual(outcome.reply, { body: { sold: intent.transaction_id }, status: 201 })
    const row = await till.transaction(intent.transaction_id)
    assert.deepEqual([row.status, row.type, row.response_code], ['succeeded', 'debit', 1000])
    assert.deepEqual(await till.announced(intent.transaction_id), ['transaction.created'])
    assert.deepEqual(till.sold.at(-1)?.draft, { wanted: 'a lamp' })

    assert.equal((await till.conduct(intent)).state, 'unknown')
    assert.deepEqual(await till.announced(intent.transaction_id), ['transaction.created'])
  })

  test('an authorization ends after seven days', async () => {
    const { transaction_id } = await till.sell('test_gw_approve', { kind: 'authorize' })
    const { hours, type } = await one<{ hours: number; type: string }>(
      api.database.pool,
      sql`select extract(epoch from expires_at - date_created)::integer / 3600 as hours, type from transactions where id = ${transaction_id}`,
    )
    assert.deepEqual([hours, type], [168, 'authorize'])
  })

  test('reports the amount in the currency of the reports', async () => {
    const { transaction_id } = await till.sell('test_gw_approve', {
      currency: 'EUR',
      amount: 10282n,
      report: { currency: 'USD', rate: '1.08315' },
    })
    assert.deepEqual((await till.transaction(transaction_id)).report_values, { amount: '111.37', currency: 'USD' })
  })

  for (const [token, code, text] of [
    ['4012888888881881', 2000, 'Do Not Honor'],
    ['test_gw_decline_3008', 3008, 'Lost or Stolen / Pick Up'],
    ['test_gw_decline_2001', 2001, 'Insufficient Funds'],
  ] as const)
    test(`tells of the decline ${code} and runs what follows from it`, async () => {
      const intent = await till.open(token)
      const outcome = await till.conduct(intent)
      assert.equal(outcome.state, 'failed')
      assert.equal((await till.transaction(intent.transaction_id)).status, 'failed')
      assert.equal(till.lost.at(-1)?.transaction_id, intent.transaction_id)
      const { status, extras, code: name } = refusalOf(outcome, { token: intent.card_token! })
      assert.deepEqual([status, name], [400, 'payment_declined'])
      assert.deepEqual(extras.body, {
        payment_details: text,
        payment_response_code: String(code),
        payment_method: { card_token: intent.card_token },
        transaction_id: intent.transaction_id,
      })
      assert.doesNotMatch(JSON.stringify(extras.body), /4012888888881881/)
    })

  test('a gateway out of reach has charged nothing', async () => {
    const intent = await till.open('test_gw_unreachable')
    const outcome = await till.conduct(intent)
    assert.equal(refusalOf(outcome, null).status, 502)
    assert.deepEqual([await till.state(intent), (await till.transaction(intent.transaction_id)).response_code], ['failed', 5001])
    assert.equal(await till.entry(intent), undefined)
    assert.equal(till.lost.at(-1)?.transaction_id, intent.transaction_id)
  })

  for (const token of ['test_gw_timeout', 'test_gw_lost', 'test_gw_slow_400'])
    test(`does not wait for ever for ${token}`, async () => {
      const intent = await till.open(token)
      const outcome = await till.conduct(intent)
      assert.equal(refusalOf(outcome, null).code, 'payment_outcome_unknown')
      assert.equal(refusalOf(outcome, null).status, 504)
      assert.equal(refusalOf(outcome, null).cause, undefined, 'silence is not a failure of ours')
      assert.equal(await till.state(intent), 'unknown')
      assert.equal((await till.transaction(intent.transaction_id)).status, '')
      assert.deepEqual(await till.announced(intent.transaction_id), [])
    })

  test('waits for a slow answer that comes in time', async () => {
    assert.equal((await till.sell('test_gw_slow_20')).state, 'succeeded')
  })

  test('never throws when our side breaks after the gateway said yes', async () => {
    const intent = await till.open('test_gw_approve')
    till.onSold = () => Promise.reject(new Error('the power went out'))
    const outcome = await till.conduct(intent)
    till.onSold = async () => {}
    assert.equal(outcome.state, 'unknown')
    assert.match(String(refusalOf(outcome, null).cause), /the power went out/)
    assert.deepEqual([await till.state(intent), (await till.entry(intent))?.outcome], ['sent', 'approved'])
    assert.equal((await till.transaction(intent.transaction_id)).status, '')
  })

  test('says what broke when the gateway could not be asked', async () => {
    const intent = await till.open('test_gw_approve')
    await api.database.pool.query('alter table test_gateway.entries rename to mislaid')
    const outcome = await till.conduct(intent)
    await api.database.pool.query('alter table test_gateway.mislaid rename to entries')
    assert.equal(outcome.state, 'unknown')
    assert.match(String(refusalOf(outcome, null).cause), /test_gateway/)
    assert.equal(await till.state(intent), 'unknown')
  })

  test('keeps the card for the customer when asked to, and only then', async () => {
    const customer_id = await customerWith(api, 'keeper@example.com')
    await till.keepCard('VAULTCARD0000000000001')
    await till.keepCard('VAULTCARD0000000000002')
    await till.sell('', { card: vaultCard('VAULTCARD0000000000001'), customer_id, save_card: true })
    await till.sell('', { card: vaultCard('VAULTCARD0000000000002'), customer_id })
    const { kept } = await one<{ kept: string[] }>(
      api.database.pool,
      sql`select array_agg(token) as kept from card_tokens where customer_id = ${customer_id} and retained_at is not null`,
    )
    assert.deepEqual(kept, ['VAULTCARD0000000000001'])
  })
})
