import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { startApi } from '../../../../test/harness.ts'
import { many, sql } from '../../../platform/sql.ts'
import type { Ask } from './gateway.ts'
import { testGateway } from './test-gateway.ts'

describe('The test gateway', () => {
  const api = startApi()
  const gateway = () => testGateway(api.database.pool)
  const ask = (card_token: string | null, changes: Partial<Ask> = {}): Ask => ({
    key: randomUUID(),
    amount: 1234n,
    currency: 'USD',
    card_token,
    statement_descriptor: null,
    parent: null,
    ...changes,
  })
  const entries = (key: string) =>
    many<{ amount: string; kind: string }>(
      api.database.pool,
      sql`select amount, kind, outcome, parent_key from test_gateway.entries where key = ${key}`,
    )

  test('books what it approves, with traces', async () => {
    const asked = ask('test_gw_approve')
    const verdict = await gateway().charge(asked)
    assert.ok(verdict.state === 'approved' && verdict.auth_code && verdict.external_id && verdict.network_transaction_id)
    assert.deepEqual(await entries(asked.key), [{ amount: '12.34', kind: 'charge', outcome: 'approved', parent_key: null }])
  })

  test('does the same thing once, whatever the second request says', async () => {
    const asked = ask('test_gw_approve')
    const verdicts = await Promise.all([1, 2, 3].map(() => gateway().charge(asked)))
    assert.deepEqual(verdicts[1], verdicts[0])
    assert.deepEqual(await gateway().charge({ ...asked, card_token: 'test_gw_decline_2001' }), verdicts[0])
    assert.equal((await entries(asked.key)).length, 1)
    assert.deepEqual(await gateway().lookup(asked.key), verdicts[0])
  })

  for (const kind of ['authorize', 'capture', 'void', 'refund', 'verify'] as const)
    test(`can ${kind}`, async () => {
      const asked = ask('test_gw_approve', { parent: { key: 'parent', external_id: null } })
      assert.equal((await gateway()[kind](asked)).state, 'approved')
      assert.deepEqual(
        (await entries(asked.key)).map(entry => [entry.kind, entry.amount]),
        [[kind, kind === 'verify' ? '0.00' : '12.34']],
      )
    })

  test('knows nothing of a key that it has not seen', async () => {
    assert.deepEqual(await gateway().lookup('nothing'), { state: 'missing' })
  })

  test('refuses a key that was abandoned, should it still arrive', async () => {
    const asked = ask('test_gw_approve')
    assert.deepEqual(await gateway().abandon(asked.key), { state: 'abandoned' })
    assert.deepEqual(await gateway().abandon(asked.key), { state: 'abandoned' })
    assert.equal((await gateway().charge(asked)).state, 'declined')
  })

  test('does not abandon what it has done', async () => {
    const asked = ask('test_gw_approve')
    await gateway().charge(asked)
    assert.equal((await gateway().abandon(asked.key)).state, 'approved')
  })
})
