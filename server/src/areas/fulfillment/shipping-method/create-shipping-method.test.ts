import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApi } from '../../../../test/harness.ts'
import { many, sql } from '../../../platform/sql.ts'
import { createShippingMethod } from './create-shipping-method.ts'

describe('Making a shipping method', () => {
  const api = startApi()
  const make = (name: string, code?: string) =>
    createShippingMethod(api.database.pool, api.store_id, { name, code, prices: [{ currency: 'USD', price_per_order: '4.9' }] })

  test('takes the code from the name when there is none, and numbers it when it is taken', async () => {
    const codes = []
    for (const [name, code] of [['Übernacht Express'], ['Übernacht Express'], ['Other', 'own_Code'], ['x'.repeat(255), '']])
      codes.push((await make(name!, code)).code)
    assert.deepEqual(codes, ['ubernacht-express', 'ubernacht-express-2', 'own_Code', 'x'.repeat(120)])
  })

  test('keeps its prices', async () => {
    const { id } = await make('Priced')
    const prices = await many(
      api.database.pool,
      sql`select currency, price_per_order from shipping_method_prices where store_id = ${api.store_id} and shipping_method_id = ${id}`,
    )
    assert.deepEqual(prices, [{ currency: 'USD', price_per_order: '4.90' }])
  })
})
