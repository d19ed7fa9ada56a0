import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApi } from '../../../../test/harness.ts'
import { one, sql } from '../../../platform/sql.ts'
import { saveExchangeRates } from './save-exchange-rates.ts'

describe('Saving exchange rates', () => {
  const api = startApi()
  const rateOn = async (source: string, target: string, day: string) => {
    const row = await one<{ rate: string | null }>(
      api.database.pool,
      sql`select exchange_rate(${api.store_id}, ${source}, ${target}, ${day}::date) as rate`,
    )
    return row.rate === null ? null : Number(row.rate)
  }

  test('replaces those of the same day, and serves later days until there is another', async () => {
    const save = (day: string, rate: string) =>
      saveExchangeRates(api.database.pool, api.store_id, [{ base: 'EUR', quote: 'USD', day, rate }])
    await save('2026-11-01', '1.1')
    await save('2026-11-01', '1.08315')
    await save('2026-11-03', '1.25')
    const days = ['2026-10-31', '2026-11-01', '2026-11-02', '2026-11-04']
    assert.deepEqual(await Promise.all(days.map(day => rateOn('EUR', 'USD', day))), [null, 1.08315, 1.08315, 1.25])
    assert.equal(await rateOn('USD', 'EUR', '2026-11-04'), 0.8)
  })
})
