import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import fc from 'fast-check'
import { startApi } from '../../../../test/harness.ts'
import { many, one, sql } from '../../../platform/sql.ts'
import { bothBooks, openTill, type Row } from './example-till.ts'

const TOKENS = [
  'test_gw_approve',
  'test_gw_decline_2000',
  'test_gw_timeout',
  'test_gw_lost',
  'test_gw_unreachable',
  'test_gw_refund_timeout',
  'test_gw_refund_fail',
]

/** What may happen to one payment: where our side breaks, who repeats what, and how much is to be given back. */
const story = fc.record({
  token: fc.constantFrom(...TOKENS),
  amount: fc.bigInt(1n, 50_000n),
  breaks: fc.integer({ min: 0, max: 2 }),
  stops: fc.constantFrom('nowhere', 'before sending'),
  conducts: fc.integer({ min: 1, max: 3 }),
  refunds: fc.array(fc.bigInt(1n, 30_000n), { maxLength: 3 }),
})
type Story = typeof story extends fc.Arbitrary<infer Told> ? Told : never

describe('Whatever goes wrong', () => {
  const api = startApi()
  const till = openTill(api)
  before(() => till.prepare())

  async function live(told: Story): Promise<void> {
    const intent = await till.open(told.token, { amount: told.amount })
    let breaks = told.breaks
    till.onSold = async settled => {
      if (settled.intent.key === intent.key && breaks-- > 0) throw new Error('the power went out')
    }
    if (told.stops === 'nowhere') await Promise.all(Array.from({ length: told.conducts }, () => till.conduct(intent)))
    await drain(intent)
    const asked = told.refunds.map(async amount => {
      const refund = await till.open('', { kind: 'refund', parent_transaction_id: intent.transaction_id, card: null, amount })
      await till.conduct(refund)
      await drain(refund)
    })
    for (const { reason } of (await Promise.allSettled(asked)).filter(
      ({ status }) => status === 'rejected',
    ) as PromiseRejectedResult[])
      assert.ok([400, 409].includes(reason.status), reason)
  }

  /** Time passes and the reconcilers, two of them, do their work. */
  async function drain(intent: { key: string }): Promise<void> {
    for (let round = 0; round < 6; round++) {
      await till.age(intent, 16)
      await Promise.all([till.reconcile(), till.reconcile()])
    }
    assert.match(await till.state(intent), /succeeded|failed/)
  }

  test('both books agree, no debit is refunded twice, and every outcome is announced once', async () => {
    await fc.assert(fc.asyncProperty(story, live), { numRuns: 25, endOnFailure: true })

    const { ours, theirs } = await bothBooks(api)
    assert.equal(ours, theirs)
    const { open, twice, over } = await one<Record<'open' | 'twice' | 'over', number>>(
      api.database.pool,
      sql`select
      (select count(*) from transactions where status = '') as open,
      (select count(*) from (select object_id from events where type = 'transaction.created' group by object_id having count(*) <> 1) t) as twice,
      (select count(*) from transactions d where d.type = 'debit' and d.amount < (
        select coalesce(sum(r.amount), 0) from transactions r where r.parent_id = d.id and r.status in ('succeeded', ''))) as over`,
    )
    assert.deepEqual({ open, twice, over }, { open: 0, twice: 0, over: 0 })

    const settled = [...till.sold, ...till.lost].map(({ transaction_id }) => transaction_id)
    const rows = await many<Row & { id: number }>(api.database.pool, sql`select id from transactions`)
    assert.ok(rows.every(({ id }) => settled.filter(each => each === id).length === 1))
    assert.ok(rows.length > 25)
  })
})
