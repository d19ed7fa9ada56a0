import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApi } from '../../../../test/harness.ts'
import { one, sql } from '../../../platform/sql.ts'
import { createExternalPaymentMethod } from '../external-payment-method/create-external-payment-method.ts'
import { createGateway, createGatewayGroup } from './create-gateway.ts'

describe('Making a gateway', () => {
  const api = startApi()

  test('is refused for a second test gateway', async () => {
    const db = api.database.pool
    await createGateway(db, api.store_id, { name: 'Test', gateway_type: 'test' })
    await assert.rejects(createGateway(db, api.store_id, { name: 'Again', gateway_type: 'test' }), { code: '23505' })
  })

  test('in a group makes the first group the default of the store, and leaves it that', async () => {
    const db = api.database.pool
    const gateway_id = await createGateway(db, api.store_id, { name: 'Cards', gateway_type: 'stripe', currencies: ['USD'] })
    const first = await createGatewayGroup(db, api.store_id, { name: 'First', members: [{ gateway_id, weight: 3 }] })
    await createGatewayGroup(db, api.store_id, { name: 'Second', members: [] })
    const row = await one(
      db,
      sql`
      select s.default_gateway_group_id as id, m.gateway_id, m.weight
      from stores s join gateway_group_members m on m.store_id = s.id and m.gateway_group_id = s.default_gateway_group_id
      where s.id = ${api.store_id}`,
    )
    assert.deepEqual(row, { id: first, gateway_id, weight: 3 })
  })

  test('is not needed for what is paid elsewhere: the code of that comes from its name', async () => {
    const make = (name: string, code?: string) => createExternalPaymentMethod(api.database.pool, api.store_id, { name, code })
    assert.deepEqual(
      [await make('Bank transfer'), await make('Bank transfer'), await make('Cash', 'cod')],
      ['bank-transfer', 'bank-transfer-2', 'cod'],
    )
  })
})
