import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { startApi } from '../../../../test/harness.ts'
import { one, sql } from '../../../platform/sql.ts'
import { bothBooks, openTill } from './example-till.ts'
import type { Intent } from './intent.ts'

describe('A process that is killed', () => {
  const api = startApi()
  const till = openTill(api)
  before(() => till.prepare())

  async function killed(intent: Intent, point: string): Promise<void> {
    const { name } = await one<{ name: string }>(api.database.pool, sql`select current_database() as name`)
    const url = new URL(process.env.TEST_DATABASE_URL!)
    url.pathname = `/${name}`
    const script = join(import.meta.dirname, 'example-crash.ts')
    const child = spawn(process.execPath, [script, url.href, String(api.store_id), String(intent.id), point], {
      stdio: 'inherit',
    })
    const [, signal] = await once(child, 'exit')
    assert.equal(signal, 'SIGKILL')
  }

  for (const [point, left, entry, ending] of [
    ['before sending', 'created', undefined, 'failed'],
    ["between the gateway's yes and the commit", 'sent', 'approved', 'succeeded'],
    ['after the commit', 'succeeded', 'approved', 'succeeded'],
  ] as const)
    test(`${point} leaves both books in agreement`, async () => {
      const intent = await till.open('test_gw_approve')
      await killed(intent, point)
      assert.deepEqual([await till.state(intent), (await till.entry(intent))?.outcome], [left, entry])

      await till.age(intent, 3)
      await till.reconcile()
      assert.equal(await till.state(intent), ending)
      assert.deepEqual(await till.announced(intent.transaction_id), ['transaction.created'])
      const { ours, theirs } = await bothBooks(api)
      assert.equal(ours, theirs)
    })
})
