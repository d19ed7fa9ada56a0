import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { startApi } from '../../../../test/harness.ts'
import { one, run, sql } from '../../../platform/sql.ts'
import { connectGateway } from '../gateway/connect.ts'
import { openTill } from './example-till.ts'
import type { Intent } from './intent.ts'
import { claimDue, moveIntent } from './queries.ts'
import { settle } from './settle.ts'

describe('Reconciling what was left open', () => {
  const api = startApi()
  const till = openTill(api)
  before(() => till.prepare())

  const facts = async (intent: Intent) => {
    const { status, response_code } = await till.transaction(intent.transaction_id)
    return {
      state: await till.state(intent),
      status,
      response_code,
      announced: (await till.announced(intent.transaction_id)).length,
    }
  }
  const times = (list: { transaction_id: number }[], intent: Intent) =>
    list.filter(each => each.transaction_id === intent.transaction_id).length

  test('leaves what is younger than two minutes to the one who conducts it', async () => {
    const intent = await till.open('test_gw_approve')
    await till.reconcile()
    assert.equal(await till.state(intent), 'created')
    assert.equal((await till.conduct(intent)).state, 'succeeded')
  })

  test('fails what a crash kept from being sent', async () => {
    const intent = await till.open('test_gw_approve')
    await till.age(intent, 3)
    await till.reconcile()
    assert.deepEqual(await facts(intent), { state: 'failed', status: 'failed', response_code: 5001, announced: 1 })
    assert.equal(times(till.lost, intent), 1)
    assert.equal((await till.conduct(intent)).state, 'unknown')
    assert.equal(await till.entry(intent), undefined)
  })

  test('does not fail what is being sent at this very moment', async () => {
    const intent = await till.open('test_gw_approve')
    await moveIntent(api.database.pool, till.store, intent, ['created'], 'sent')
    assert.equal(await till.transact(db => settle(db, till.store, intent, { state: 'unreachable' })), null)
    assert.equal((await facts(intent)).state, 'sent')
  })

  test('completes a charge whose answer never arrived', async () => {
    const intent = await till.open('test_gw_timeout')
    await till.conduct(intent)
    await till.age(intent, 1)
    await till.reconcile({ store_id: api.store_id, key: intent.key })
    assert.deepEqual(await facts(intent), { state: 'succeeded', status: 'succeeded', response_code: 1000, announced: 1 })
    assert.equal(times(till.sold, intent), 1)
  })

  test('completes a charge when the process was lost between the gateway and the commit', async () => {
    const intent = await till.open('test_gw_approve')
    till.onSold = () => Promise.reject(new Error('killed'))
    await till.conduct(intent)
    till.onSold = async () => {}
    await till.reconcile()
    assert.equal((await facts(intent)).state, 'sent')
    await till.age(intent, 3)
    await till.reconcile()
    await till.reconcile()
    assert.deepEqual(await facts(intent), { state: 'succeeded', status: 'succeeded', response_code: 1000, announced: 1 })
    assert.equal(times(till.sold, intent), 1)
  })

  test('tries again when our side breaks once more', async () => {
    const intent = await till.open('test_gw_approve')
    till.onSold = () => Promise.reject(new Error('killed'))
    await till.conduct(intent)
    await till.age(intent, 3)
    await till.reconcile()
    assert.equal((await facts(intent)).status, '')
    till.onSold = async () => {}
    await till.age(intent, 2)
    await till.reconcile()
    assert.equal((await facts(intent)).state, 'succeeded')
  })

  test('fails a charge that the gateway declined unheard', async () => {
    const intent = await till.open('test_gw_decline_2001')
    await moveIntent(api.database.pool, till.store, intent, ['created'], 'sent')
    await connectGateway('test', api.database.pool).charge({ ...intent, parent: null })
    await till.age(intent, 3)
    await till.reconcile()
    assert.deepEqual(await facts(intent), { state: 'failed', status: 'failed', response_code: 2001, announced: 1 })
    assert.equal(times(till.lost, intent), 1)
  })

  test('waits ten minutes for a request that the gateway has not seen, then makes sure that it is refused', async () => {
    const intent = await till.open('test_gw_lost')
    await till.conduct(intent)
    await till.age(intent, 5)
    await till.reconcile()
    assert.equal((await facts(intent)).state, 'unknown')
    assert.equal(await till.entry(intent), undefined)

    await till.age(intent, 6)
    await till.reconcile()
    assert.deepEqual(await facts(intent), { state: 'failed', status: 'failed', response_code: 5003, announced: 1 })
    assert.equal((await till.entry(intent))?.outcome, 'abandoned')
    const late = await connectGateway('test', api.database.pool).charge({
      ...intent,
      card_token: 'test_gw_approve',
      parent: null,
    })
    assert.equal(late.state, 'declined')
  })

  test('finds a slow charge that was approved after all', async () => {
    const intent = await till.open('test_gw_slow_300')
    assert.equal((await till.conduct(intent)).state, 'unknown')
    await new Promise(resolve => setTimeout(resolve, 250))
    await till.age(intent, 2)
    await till.reconcile()
    assert.equal((await facts(intent)).state, 'succeeded')
  })

  test('a refund without an answer keeps the amount reserved, and is never sent under another key', async () => {
    const { transaction_id: parent } = await till.sell('test_gw_refund_timeout')
    const refund = { kind: 'refund', parent_transaction_id: parent, card: null } as const
    const intent = await till.open('', { ...refund, amount: 1500n })
    assert.equal((await till.conduct(intent)).state, 'unknown')
    await assert.rejects(till.open('', { ...refund, amount: 501n }), { status: 400 })
    await till.age(intent, 2)
    await till.reconcile()
    assert.equal((await facts(intent)).state, 'succeeded')
    const { refunds } = await one<{ refunds: number }>(
      api.database.pool,
      sql`select count(*) as refunds from test_gateway.entries e join payment_intents i on i.key = e.parent_key where i.transaction_id = ${parent}`,
    )
    assert.equal(refunds, 1)
  })

  test('two reconcilers at once settle each payment once', async () => {
    const intents = await Promise.all(Array.from({ length: 6 }, () => till.open('test_gw_timeout')))
    await Promise.all(intents.map(till.conduct))
    for (const intent of intents) await till.age(intent, 2)
    await Promise.all([till.reconcile(), till.reconcile(), till.reconcile()])
    for (const intent of intents) {
      assert.deepEqual(await facts(intent), { state: 'succeeded', status: 'succeeded', response_code: 1000, announced: 1 })
      assert.equal(times(till.sold, intent), 1)
    }
  })

  test('asks every minute for ten minutes, and every quarter of an hour after that', async () => {
    const wait = async (intent: Intent) => {
      await claimDue(api.database.pool, { key: intent.key })
      const found = await one<{ seconds: number }>(
        api.database.pool,
        sql`select extract(epoch from next_check_at - now())::integer as seconds from payment_intents where key = ${intent.key}`,
      )
      return Math.round(found.seconds / 60)
    }
    const intent = await till.open('test_gw_lost')
    await till.conduct(intent)
    await till.age(intent, 3)
    assert.equal(await wait(intent), 1)
    await till.age(intent, 9)
    assert.equal(await wait(intent), 15)
    await run(api.database.pool, sql`update payment_intents set next_check_at = now() where key = ${intent.key}`)
    await till.reconcile()
  })

  test('has a job waiting for each intent from the moment it is opened', async () => {
    const intent = await till.open('test_gw_approve')
    const { seconds } = await one<{ seconds: number }>(
      api.database.pool,
      sql`select extract(epoch from run_at - now())::integer as seconds from graphile_worker.jobs where key = ${intent.key}`,
    )
    assert.ok(seconds > 100 && seconds <= 120)
    await till.conduct(intent)
  })
})
