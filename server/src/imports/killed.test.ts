import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startApi } from '../../test/harness.ts'
import { assertOrderInvariants } from '../../test/invariants.ts'
import { type ExampleRow, ledgerText } from './ledger/examples.ts'

const INVOICES = 600
const sale = (index: number): ExampleRow[] => [
  { invoice: String(500_000 + index), code: `A${index % 7}`, customer: String(index % 50), quantity: '3' },
  { invoice: String(500_000 + index), code: `B${index % 5}`, customer: String(index % 50), price: '2.05' },
  { invoice: String(500_000 + index), code: 'M', customer: String(index % 50) },
]
const note = (index: number): ExampleRow[] => [
  { invoice: `C${700_000 + index}`, code: `A${index % 7}`, customer: String(index % 50), quantity: '-1' },
]
const LEDGER = Array.from({ length: INVOICES }, (_, index) => [...sale(index), ...(index % 6 === 0 ? note(index) : [])]).flat()
const NOTES = INVOICES / 6

describe('An import that is killed', { timeout: 120_000 }, () => {
  const api = startApi({ store: { currencies: [{ code: 'GBP' }], reporting_currency: 'GBP' } })
  const folder = mkdtempSync(join(tmpdir(), 'shopwright-killed-'))
  after(() => rmSync(folder, { recursive: true }))
  const count = async (table: string) =>
    Number((await api.database.pool.query(`select count(*) as count from ${table}`)).rows[0].count)

  async function start() {
    const { rows } = await api.database.pool.query('select current_database() as name')
    const url = new URL(process.env.TEST_DATABASE_URL!)
    url.pathname = `/${rows[0].name}`
    const env = { ...process.env, DATABASE_URL: url.href, LOG_LEVEL: 'warn' }
    const cli = join(import.meta.dirname, '../cli.ts')
    const child = spawn(process.execPath, [cli, 'import', 'orders', join(folder, 'ledger.csv')], { cwd: folder, env })
    let out = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (out += chunk))
    return { child, ended: once(child, 'close').then(([code, signal]) => ({ code, signal, out })) }
  }

  async function stopIn(signal: NodeJS.Signals) {
    const { child, ended } = await start()
    const before = await count('orders')
    while ((await count('orders')) === before && child.exitCode === null) await sleep(10)
    child.kill(signal)
    return ended
  }

  test('goes on where it was, without losing or doubling anything', async () => {
    writeFileSync(join(folder, 'ledger.csv'), ledgerText(LEDGER))
    assert.equal((await stopIn('SIGKILL')).signal, 'SIGKILL')
    const killedAt = await count('orders')
    assert.ok(killedAt > 0 && killedAt < INVOICES, `${killedAt} orders`)

    const { code, out: stopped } = await stopIn('SIGTERM')
    assert.equal(code, 1)
    assert.match(stopped, /^Stopped before row \d+\. Run the same command again to go on from there\.$/m)
    const stoppedAt = await count('orders')
    assert.ok(stoppedAt > killedAt && stoppedAt < INVOICES, `${stoppedAt} orders`)

    const { ended } = await start()
    const { out } = await ended
    const was = 'were there from an earlier run.'
    assert.match(out, new RegExp(`^${INVOICES} invoices are orders, ${NOTES} credit notes are refunds; \\d+ ${was}$`, 'm'))
    assert.match(out, new RegExp(`^In the file +${LEDGER.length} rows`, 'm'))
    assert.deepEqual(
      [await count('orders'), await count('refunds'), await count('transactions')],
      [INVOICES, NOTES, INVOICES + NOTES],
    )
    assert.deepEqual([await count('customers'), await count('products')], [50, 12])
    await assertOrderInvariants(api.database.pool, api.store_id)
  })
})
