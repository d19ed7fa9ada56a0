import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { startApi } from '../../../../test/harness.ts'
import { claim } from '../../../platform/idempotency.ts'
import type { IdempotencyClaim } from '../../../platform/operation.ts'
import { run, sql } from '../../../platform/sql.ts'
import { openTill } from './example-till.ts'

describe('Repeating a payment with the same Idempotency-Key', () => {
  const api = startApi()
  const till = openTill(api)
  before(() => till.prepare())

  const body = Buffer.from('{}')
  const repeat = (claimed: IdempotencyClaim) => claim(api.database.pool, claimed, body)

  async function claimed(): Promise<IdempotencyClaim> {
    const fresh = { store_id: api.store_id, owner: 'app:1', request: 'POST /orders', key: randomUUID() }
    assert.equal(await repeat(fresh), null)
    return fresh
  }

  test('replays what the settlement answered, even if the request that asked first never saw it', async () => {
    const idempotency = await claimed()
    const { transaction_id } = await till.sell('test_gw_approve', { idempotency })
    assert.deepEqual(await repeat(idempotency), { status: 201, body: JSON.stringify({ sold: transaction_id }) })
  })

  test('waits, however long, while the outcome is unknown, and then replays the real one', async () => {
    const idempotency = await claimed()
    const intent = await till.open('test_gw_timeout', { idempotency })
    await till.conduct(intent)
    await run(
      api.database.pool,
      sql`update idempotency_keys set created_at = now() - interval '1 hour' where key = ${idempotency.key}`,
    )
    await assert.rejects(repeat(idempotency), { code: 'idempotency_in_progress' })
    await till.age(intent, 2)
    await till.reconcile()
    assert.deepEqual(await repeat(idempotency), { status: 201, body: JSON.stringify({ sold: intent.transaction_id }) })
  })

  test('is not taken over after a crash before the gateway was asked, until that is cleared up', async () => {
    const idempotency = await claimed()
    const intent = await till.open('test_gw_approve', { idempotency })
    await run(
      api.database.pool,
      sql`update idempotency_keys set created_at = now() - interval '1 hour' where key = ${idempotency.key}`,
    )
    await assert.rejects(repeat(idempotency), { code: 'idempotency_in_progress' })
    await till.age(intent, 3)
    await till.reconcile()
    assert.equal(await repeat(idempotency), null)
  })

  test('replays a decline that became known later', async () => {
    const idempotency = await claimed()
    const intent = await till.open('test_gw_lost', { idempotency })
    await till.conduct(intent)
    await till.age(intent, 12)
    await till.reconcile()
    const answer = await repeat(idempotency)
    assert.equal(answer?.status, 400)
    const refusal = JSON.parse(answer!.body)
    assert.deepEqual([refusal.code, refusal.payment_response_code], ['payment_declined', '5003'])
  })

  test('stays taken until every payment of the request is cleared up', async () => {
    const idempotency = await claimed()
    const first = await till.open('test_gw_timeout', { idempotency })
    const second = await till.open('test_gw_approve', { idempotency })
    await till.conduct(first)
    await till.age(second, 3)
    await till.reconcile()
    assert.equal(await till.state(second), 'failed')
    await assert.rejects(repeat(idempotency), { code: 'idempotency_in_progress' })
    await till.age(first, 3)
    await till.reconcile()
    assert.equal((await repeat(idempotency))?.status, 201)
  })
})
