import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { autoArchives, type PaymentStatus, type PaymentTransaction, paymentView } from './payment-view.ts'

const now = new Date('2026-03-01T12:00:00Z')
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000)

const transaction = (id: number, type: string, amount: bigint, rest: Partial<PaymentTransaction> = {}): PaymentTransaction => {
  const expires_at = type === 'authorize' ? inHours(7 * 24) : null
  return { id, type, status: 'succeeded', amount, parent_id: null, expires_at, ...rest }
}
const order = { total_incl_tax: 10_000n, discrepancies: 0n, virtual_paid: 0n, virtual_refunded: 0n, free_at_creation: false, now }
const view = (transactions: PaymentTransaction[], changes: Partial<typeof order> = {}) =>
  paymentView(transactions, { ...order, ...changes })

describe('The payment view of an order', () => {
  const first = transaction(1, 'authorize', 6000n)
  const second = transaction(2, 'authorize', 4000n)
  const captured = transaction(3, 'debit', 6000n, { parent_id: 1 })
  const voided = transaction(4, 'void', 4000n, { parent_id: 2 })
  const little = transaction(5, 'refund', 1000n, { parent_id: 3 })
  const rest = transaction(6, 'refund', 5000n, { parent_id: 3 })
  const edited = { total_incl_tax: 6000n }

  const story: [string, PaymentTransaction[], Partial<typeof order>, PaymentStatus, bigint, bigint, bigint][] = [
    ['two authorizations', [first, second], {}, 'authorized', 10_000n, 0n, 10_000n],
    ['capturing the first', [first, second, captured], {}, 'partially_paid', 4000n, 6000n, 4000n],
    ['voiding the second', [first, second, captured, voided], {}, 'partially_voided', 4000n, 6000n, 0n],
    ['editing the order down', [first, second, captured, voided], edited, 'paid', 0n, 6000n, 0n],
    [
      'refunding a part without lines',
      [first, second, captured, voided, little],
      { ...edited, discrepancies: 1000n },
      'partially_refunded',
      0n,
      5000n,
      0n,
    ],
    [
      'refunding the rest',
      [first, second, captured, voided, little, rest],
      { ...edited, discrepancies: 6000n },
      'refunded',
      0n,
      0n,
      0n,
    ],
  ]
  for (const [deed, transactions, changes, payment_status, total_outstanding, net_paid, authorized] of story) {
    test(`after ${deed} is ${payment_status}`, () => {
      assert.deepEqual(view(transactions, changes), { payment_status, total_outstanding, net_paid, authorized })
    })
  }

  const status = (transactions: PaymentTransaction[], changes: Partial<typeof order> = {}) =>
    view(transactions, changes).payment_status
  const holding = (hours: number) => transaction(1, 'authorize', 10_000n, { expires_at: inHours(hours) })

  test('is pending as long as nothing succeeded', () => {
    assert.equal(status([]), 'pending')
    assert.equal(status([transaction(1, 'debit', 10_000n, { status: 'failed' })]), 'pending')
    assert.equal(status([transaction(1, 'authorize', 10_000n, { status: '' })]), 'pending')
  })

  test('is expiring in the last 24 hours of an authorization, then expired', () => {
    assert.equal(status([holding(24.01)]), 'authorized')
    assert.equal(status([holding(24)]), 'expiring')
    assert.deepEqual(view([holding(0)]), { payment_status: 'expired', total_outstanding: 10_000n, net_paid: 0n, authorized: 0n })
  })

  test('is voided when nothing else is held, and partially voided when something is', () => {
    const released = transaction(2, 'void', 10_000n, { parent_id: 1 })
    assert.equal(status([holding(99), released]), 'voided')
    assert.equal(status([holding(-1), released]), 'voided')
    assert.equal(status([holding(99), released, transaction(3, 'authorize', 500n)]), 'partially_voided')
  })

  test('counts nothing of an authorization that a smaller capture used up', () => {
    assert.equal(view([holding(99), transaction(2, 'debit', 4000n, { parent_id: 1 })]).authorized, 0n)
  })

  test('leaves an authorization open after a failed capture', () => {
    const failed = transaction(2, 'debit', 10_000n, { parent_id: 1, status: 'failed' })
    assert.equal(view([holding(99), failed]).authorized, 10_000n)
  })

  test('is paid when a test card paid, and refunded when that is given back', () => {
    assert.equal(status([], { virtual_paid: 10_000n }), 'paid')
    assert.equal(status([], { virtual_paid: 10_000n, virtual_refunded: 1n }), 'partially_refunded')
    assert.equal(status([], { virtual_paid: 10_000n, virtual_refunded: 10_000n }), 'refunded')
  })

  test('is paid from the start when the order is free', () => {
    assert.equal(status([], { total_incl_tax: 0n, free_at_creation: true }), 'paid')
    assert.equal(status([], { total_incl_tax: 0n }), 'pending')
  })

  test('owes the customer what was paid beyond the total', () => {
    assert.equal(view([transaction(1, 'debit', 12_000n)]).total_outstanding, -2000n)
  })

  test('always balances: outstanding, paid and forgiven make the total', () => {
    const amount = fc.bigInt({ min: 1n, max: 20_000n })
    fc.assert(
      fc.property(
        fc.array(amount),
        fc.array(amount),
        fc.bigInt({ min: -5000n, max: 5000n }),
        (debits, refunds, discrepancies) => {
          const rows = [
            ...debits.map(each => transaction(1, 'debit', each)),
            ...refunds.map(each => transaction(2, 'refund', each)),
          ]
          const { total_outstanding, net_paid } = view(rows, { discrepancies })
          assert.equal(total_outstanding + net_paid + discrepancies, order.total_incl_tax)
        },
      ),
    )
  })
})

describe('Archiving by itself', () => {
  const finished = {
    status: 'open',
    payment_status: 'paid' as PaymentStatus,
    total_outstanding: 0n,
    lines: [{ fulfillable_quantity: 0 }],
    fulfillment_orders: [{ status: 'closed' }, { status: 'canceled' }, { status: 'incomplete' }],
  }

  for (const payment_status of ['paid', 'refunded', 'partially_refunded', 'voided'] as const) {
    test(`happens to a finished order that is ${payment_status}`, () => assert.ok(autoArchives({ ...finished, payment_status })))
  }
  for (const payment_status of ['pending', 'authorized', 'expired', 'partially_paid', 'partially_voided'] as const) {
    test(`does not happen while it is ${payment_status}`, () => assert.ok(!autoArchives({ ...finished, payment_status })))
  }
  for (const status of ['open', 'processing', 'on_hold', 'not_required']) {
    test(`does not happen while a fulfillment order is ${status}`, () => {
      assert.ok(!autoArchives({ ...finished, fulfillment_orders: [{ status: 'closed' }, { status }] }))
    })
  }
  test('does not happen while something is left to ship or somebody owes', () => {
    assert.ok(!autoArchives({ ...finished, lines: [{ fulfillable_quantity: 0 }, { fulfillable_quantity: 1 }] }))
    assert.ok(!autoArchives({ ...finished, total_outstanding: 1n }))
    assert.ok(!autoArchives({ ...finished, total_outstanding: -1n }))
  })
  test('does not happen twice, nor to a canceled order', () => {
    assert.ok(!autoArchives({ ...finished, status: 'archived' }))
    assert.ok(!autoArchives({ ...finished, status: 'canceled' }))
  })
})
