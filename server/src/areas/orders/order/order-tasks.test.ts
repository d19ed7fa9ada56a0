import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { startApi } from '../../../../test/harness.ts'
import { orderNow, place } from '../../../../test/orders.ts'
import { makeWorld, type World } from '../../../../test/world.ts'
import type { Task } from '../../../platform/jobs.ts'
import { createLog } from '../../../platform/log.ts'
import { many, run, type Sql, sql } from '../../../platform/sql.ts'
import { archiveOld } from './archive-old.ts'
import { refreshPaymentStatus } from './refresh-payment-status.ts'

describe('What time does to orders', () => {
  const api = startApi()
  let shop: World
  before(async () => {
    shop = await makeWorld(api)
    await run(api.database.pool, sql`update gateways set payment_flow = 'auth-capture'`)
  })

  const work = (task: Task) =>
    task.perform(
      {},
      {
        database: api.database,
        transact: steps =>
          api.database.transact({ actor: { kind: 'system', id: null, name: task.name }, request_id: null }, steps),
        log: createLog('silent'),
      },
    )
  const events = (number: string) =>
    many<{ type: string }>(
      api.database.pool,
      sql`select type from events where object_type = 'order' and object_id = ${Number(number)} order by id`,
    )
  const order = (rest: object = {}) => place(api, { lines: [{ product_id: shop.variants.candle, quantity: 1 }], ...rest })
  const authorized = async (expires: Sql): Promise<string> => {
    const { number } = await order({ payment_method: 'card_token', payment_details: { card_token: 'test_gw_approve' } })
    await run(api.database.pool, sql`update transactions set expires_at = ${expires} where order_number = ${Number(number)}`)
    return number
  }

  test('shows an authorization that is about to end, and one that has ended, once', async () => {
    const [calm, soon, late] = [
      await authorized(sql`now() + interval '3 days'`),
      await authorized(sql`now() + interval '3 hours'`),
      await authorized(sql`now() - interval '1 minute'`),
    ]
    await work(refreshPaymentStatus)
    await work(refreshPaymentStatus)
    const statuses = await Promise.all([calm, soon, late].map(async number => (await orderNow(api, number)).payment_status))
    assert.deepEqual(statuses, ['authorized', 'expiring', 'expired'])
    assert.deepEqual(
      (await events(late!)).map(({ type }) => type),
      ['order.created', 'order.updated'],
    )
  })

  test('archives what nobody has touched for half a year, and nothing younger', async () => {
    const [old, young] = [await order(), await order()]
    await run(
      api.database.pool,
      sql`update orders set updated_at = now() - interval '7 months' where number = ${Number(old.number)}`,
    )
    await run(
      api.database.pool,
      sql`update orders set updated_at = now() - interval '5 months' where number = ${Number(young.number)}`,
    )
    await work(archiveOld)
    await work(archiveOld)
    assert.deepEqual([(await orderNow(api, old.number)).status, (await orderNow(api, young.number)).status], ['archived', 'open'])
    assert.deepEqual(
      (await events(old.number)).map(({ type }) => type),
      ['order.created', 'order.updated'],
    )
  })
})
