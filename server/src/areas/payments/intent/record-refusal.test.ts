import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { startApi } from '../../../../test/harness.ts'
import { many, run, sql } from '../../../platform/sql.ts'
import { testCard } from '../card/test-cards.ts'
import { choosePayment, type PaymentAsk } from './choose-payment.ts'
import { openTill, type Row } from './example-till.ts'
import { recordRefusal } from './record-refusal.ts'

describe('Refusing a payment before any gateway is asked', () => {
  const api = startApi()
  const till = openTill(api)
  before(() => till.prepare())

  const ask = (token: string | null, customer: Partial<PaymentAsk['customer']> | null = null, total = 1500n): PaymentAsk => ({
    payment_method: token === null ? null : 'card_token',
    payment_details: token === null ? null : { card_token: token },
    currency: 'USD',
    total,
    customer: customer && { id: null, email: null, is_blocked: false, ...customer },
    has_subscription_lines: false,
    now: new Date(),
  })
  const refuse = async (asked: PaymentAsk) => {
    const plan = await choosePayment(api.database.pool, till.store, asked)
    assert.equal(plan.kind, 'refused')
    return till.transact(db => recordRefusal(db, till.store, plan as typeof plan & { kind: 'refused' }, asked))
  }
  const isTaken = async (asked: PaymentAsk) => (await choosePayment(api.database.pool, till.store, asked)).kind === 'gateway'
  const block = (kind: string, value: string) =>
    run(api.database.pool, sql`insert into block_entries (store_id, kind, value) values (${api.store_id}, ${kind}, ${value})`)
  const entries = () =>
    many<{ value: string; hits: number }>(
      api.database.pool,
      sql`select value, hits from block_entries where store_id = ${api.store_id}`,
    )
  const hits = async (value: string) => (await entries()).find(entry => entry.value === value)?.hits

  describe('by the block lists', () => {
    for (const [kind, token, value] of [
      ['fingerprint', 'test_gw_slow_1', testCard('test_gw_slow_1')!.fingerprint],
      ['bin', '4111111111111111', '411111'],
      ['email', 'test_gw_slow_2', 'mallory@example.com'],
    ] as const)
      test(`records a failed payment and a hit for a blocked ${kind}`, async () => {
        const asked = ask(token, { email: 'Mallory@Example.com' })
        await block(kind, value)
        const error = await refuse(asked)
        assert.deepEqual([error.status, error.code, error.extras.body?.payment_response_code], [400, 'customer_blocked', '3017'])
        assert.equal(await hits(value), 1)
        const id = error.extras.body?.transaction_id as number
        const row: Row & { order_number?: number } = await till.transaction(id)
        assert.deepEqual([row.status, row.response_code, row.amount, row.gateway_id], ['failed', 3017, '15.00', null])
        assert.deepEqual(await till.announced(id), ['transaction.created'])
        await run(api.database.pool, sql`delete from block_entries where value = ${value}`)
      })

    test('blocks a card that somebody blocked tries', async () => {
      const asked = ask('test_gw_slow_3', { email: 'blocked@example.com', is_blocked: true })
      await refuse(asked)
      assert.equal(await hits(testCard('test_gw_slow_3')!.fingerprint), 0)
      await refuse(ask('test_gw_slow_3', { email: 'innocent@example.com' }))
    })

    test('leaves no transaction when nothing was to be charged', async () => {
      for (const asked of [
        ask(null, { is_blocked: true }),
        { ...ask(null, { is_blocked: true }), payment_method: 'external' },
        ask('test_gw_slow_4', { is_blocked: true }, 0n),
      ]) {
        const error = await refuse(asked)
        assert.deepEqual([error.code, error.extras.body?.transaction_id], ['customer_blocked', null])
      }
    })

    test('lets the test card pass, which pays nothing', async () => {
      const plan = await choosePayment(api.database.pool, till.store, ask('test_card', { is_blocked: true }))
      assert.equal(plan.kind, 'test_card')
    })
  })

  describe('by the throttle', () => {
    const token = 'test_gw_decline_2001'
    before(() => run(api.database.pool, sql`update stores set throttle_declining_cards = true where id = ${api.store_id}`))
    const age = (seconds: number) =>
      run(api.database.pool, sql`update transactions set date_created = date_created - make_interval(secs => ${seconds})`)

    test('rests a card after three declines, until the first of them is ten minutes old', async () => {
      for (const declines of [0, 1, 2]) {
        assert.ok(await isTaken(ask(token)), String(declines))
        await till.sell(token)
        await age(100)
      }
      const error = await refuse(ask(token))
      assert.deepEqual([error.code, error.extras.body?.payment_response_code], ['payment_declined', '3012'])
      assert.equal(error.extras.body?.payment_details, 'Duplicate / Velocity Filter')
      assert.equal((await till.transaction(error.extras.body?.transaction_id as number)).response_code, 3012)

      await age(250)
      await refuse(ask(token))
      await age(55)
      assert.ok(await isTaken(ask(token)))
    })

    test('also when no gateway is active, and only that card', async () => {
      for (const _ of [1, 2, 3]) await till.sell('test_gw_decline_2002')
      assert.ok(await isTaken(ask('test_gw_decline_2004')))
      await run(api.database.pool, sql`update gateways set active = false`)
      await refuse(ask('test_gw_decline_2002'))
      await run(api.database.pool, sql`update gateways set active = true`)
    })

    test('does not count what never reached a gateway, nor when it is off', async () => {
      for (const _ of [1, 2, 3]) await till.sell('test_gw_unreachable')
      assert.ok(await isTaken(ask('test_gw_unreachable')))
      await run(api.database.pool, sql`update stores set throttle_declining_cards = false`)
      for (const _ of [1, 2, 3]) await till.sell('test_gw_decline_3009')
      assert.ok(await isTaken(ask('test_gw_decline_3009')))
    })
  })
})
