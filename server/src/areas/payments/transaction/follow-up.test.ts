import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { startApi } from '../../../../test/harness.ts'
import { json, run, sql } from '../../../platform/sql.ts'
import { customerWith, openTill } from '../intent/example-till.ts'
import type { IntentKind } from '../intent/intent.ts'
import { refusalOf } from '../intent/refusal.ts'
import { type ExternalPayment, recordExternalPayment, recordExternalRefund } from './external-payment.ts'
import { attachTransaction, transactionsOf } from './queries.ts'

describe('What follows a payment', () => {
  const api = startApi()
  const till = openTill(api)
  let number = 500_000
  before(() => till.prepare())

  async function orderOf(transaction_id: number | null): Promise<number> {
    number++
    await run(
      api.database.pool,
      sql`
      insert into orders (store_id, number, status, fulfillment_status, payment_status, source, currency, prices_include_tax, report_currency,
        report_rate, original_shipping_excl_tax, original_shipping_incl_tax, original_total_discount, original_total_excl_tax,
        original_total_incl_tax, total_cost, total_discount, total_excl_tax, total_incl_tax, total_tax, total_outstanding, report_values,
        status_token, date_placed)
      values (${api.store_id}, ${number}, 'open', 'unfulfilled', 'pending', 'admin_api', 'USD', false, 'USD', 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        ${json({})}::jsonb, '', now())`,
    )
    if (transaction_id !== null) await attachTransaction(api.database.pool, till.store, transaction_id, number, null)
    return number
  }
  const follow = (kind: IntentKind, parent_transaction_id: number, amount: bigint, order_number: number | null = null) =>
    till.open('', { kind, parent_transaction_id, card: null, amount, order_number })
  const facts = (order_number: number) => transactionsOf(api.database.pool, till.store, order_number)
  const tooMuch =
    (available: string) => (error: { status: number; errors: { field: string; code: string; message: string }[] }) => {
      assert.deepEqual([error.status, error.errors[0]?.field, error.errors[0]?.code], [400, 'amount', 'max_value'])
      assert.match(error.errors[0]!.message, new RegExp(`at most ${available}`))
      return true
    }

  test('a refund lowers what is left at once, and gives it back when it fails', async () => {
    const { transaction_id: debit } = await till.sell('test_gw_approve', { amount: 8498n })
    const order = await orderOf(debit)
    await till.conduct(await follow('refund', debit, 2000n, order))
    const underWay = await follow('refund', debit, 1000n, order)
    assert.equal((await facts(order))[0]?.available, 5498n)
    await assert.rejects(follow('refund', debit, 5499n), tooMuch('54.98'))
    await till.age(underWay, 3)
    await till.reconcile()
    await till.conduct(await follow('refund', debit, 6498n, order))
    const rows = await facts(order)
    assert.deepEqual(
      rows.map(({ type, status, amount, available, parent_id }) => [type, status, amount, available, parent_id === debit]),
      [
        ['debit', 'succeeded', 8498n, 0n, false],
        ['refund', 'succeeded', 2000n, 0n, true],
        ['refund', 'failed', 1000n, 0n, true],
        ['refund', 'succeeded', 6498n, 0n, true],
      ],
    )
    assert.deepEqual((await till.transaction(rows[1]!.id)).card_token, 'test_gw_approve')
  })

  test('of two refunds at once only one can have what both want', async () => {
    const { transaction_id: debit } = await till.sell('test_gw_approve', { amount: 8498n })
    const wish = { kind: 'refund', parent_transaction_id: debit, card: null, amount: 5000n } as const
    const slowly = till.transact(async db => {
      await till.openIn(db, '', wish)
      await pause(100)
    })
    const both = await Promise.allSettled([slowly, pause(30).then(() => till.open('', wish))])
    assert.deepEqual(
      both.map(({ status }) => status),
      ['fulfilled', 'rejected'],
    )
  })

  test('a refused refund says so', async () => {
    const { transaction_id: debit } = await till.sell('test_gw_refund_fail')
    const outcome = await till.conduct(await follow('refund', debit, 2000n))
    const { status, code, extras } = refusalOf(outcome, null)
    assert.deepEqual([status, code, extras.body?.payment_response_code], [400, 'refund_failed', '3014'])
  })

  test('an authorization is captured once, for at most its amount, and not voided after that', async () => {
    const { transaction_id: authorization } = await till.sell('test_gw_approve', { kind: 'authorize' })
    await assert.rejects(follow('capture', authorization, 2001n), tooMuch('20.00'))
    await assert.rejects(follow('refund', authorization, 100n), { status: 409, code: 'not_refundable' })
    const capture = await follow('capture', authorization, 1500n)
    await assert.rejects(follow('void', authorization, 2000n), { status: 409, code: 'not_capturable' })
    assert.equal((await till.conduct(capture)).state, 'succeeded')
    await assert.rejects(follow('capture', authorization, 500n), { status: 409, code: 'not_capturable' })
    assert.equal((await till.conduct(await follow('refund', capture.transaction_id, 1500n))).state, 'succeeded')
  })

  test('an authorization is voided once', async () => {
    const { transaction_id: authorization } = await till.sell('test_gw_approve', { kind: 'authorize' })
    const outcome = await till.conduct(await follow('void', authorization, 2000n))
    assert.deepEqual([(await till.transaction(outcome.transaction_id)).type, outcome.state], ['void', 'succeeded'])
    await assert.rejects(follow('void', authorization, 2000n), { status: 409, code: 'not_capturable' })
  })

  test('an authorization that has ended is neither captured nor voided', async () => {
    const { transaction_id: authorization } = await till.sell('test_gw_approve', { kind: 'authorize' })
    await run(api.database.pool, sql`update transactions set expires_at = now() where id = ${authorization}`)
    await assert.rejects(follow('capture', authorization, 2000n), { status: 409, code: 'not_capturable' })
  })

  test('money moved outside the gateways counts like any other', async () => {
    const order_number = await orderOf(null)
    const customer_id = await customerWith(api, 'bank@example.com')
    const payment: ExternalPayment = {
      order_number,
      customer_id,
      amount: 3000n,
      currency: 'USD',
      payment_method: 'bank',
      report: { currency: 'USD', rate: '1' },
      at: new Date('2026-01-02T03:04:05Z'),
    }
    const debit = await till.transact(db => recordExternalPayment(db, till.store, payment))
    const back = (amount: bigint) =>
      till.transact(db => recordExternalRefund(db, till.store, { ...payment, amount, parent_transaction_id: debit }))
    await assert.rejects(back(3001n), tooMuch('30.00'))
    const refund = await back(1000n)
    assert.deepEqual(await till.announced(debit), ['transaction.created'])
    assert.deepEqual(await till.announced(refund), ['transaction.created'])
    const [first] = await facts(order_number)
    assert.deepEqual(
      [first?.is_external, first?.payment_method, first?.available, first?.gateway_id],
      [true, 'bank', 2000n, null],
    )
    assert.equal((await till.transaction(debit)).response_code, 1000)
  })

  for (const change of ["status = 'failed'", "status = ''", 'amount = 1', "currency = 'EUR'", "type = 'refund'", 'parent_id = 1'])
    test(`a settled transaction does not take ${change}`, async () => {
      const { transaction_id } = await till.sell('test_gw_approve')
      await assert.rejects(api.database.pool.query(`update transactions set ${change} where id = ${transaction_id}`), {
        code: '23514',
      })
    })
})
