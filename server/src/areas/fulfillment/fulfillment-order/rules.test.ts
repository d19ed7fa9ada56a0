import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { orderIn, quantitiesOf } from './example-order.ts'
import { pairText } from './lifecycle.ts'
import * as rules from './rules.ts'

describe('Acting on a whole fulfillment order', () => {
  const asks = { asks: true }
  const rows = [
    ['hold', 'open/pending', 'on_hold/pending', rules.hold],
    ['release', 'on_hold/rejected', 'open/rejected', rules.releaseHold],
    ['accept', 'open/requested', 'processing/accepted', rules.acceptRequest],
    ['reject', 'open/requested', 'open/rejected', rules.rejectRequest],
    ['withdraw', 'open/requested', 'open/pending', rules.withdrawRequest],
    ['clear a rejection', 'open/rejected', 'open/pending', rules.clearRejection],
    ['ask to stop', 'processing/accepted', 'processing/cancel_requested', o => rules.requestCancellation(o, asks)],
    [
      'stop where nobody is asked',
      'processing/accepted',
      'open/cancel_accepted',
      o => rules.requestCancellation(o, { asks: false }),
    ],
    ['agree to stop', 'processing/cancel_requested', 'open/cancel_accepted', rules.acceptCancellation],
    ['refuse to stop', 'processing/cancel_requested', 'processing/cancel_rejected', rules.rejectCancellation],
    ['go on after all', 'processing/cancel_requested', 'processing/accepted', rules.withdrawCancellation],
  ] as const satisfies [string, string, string, (order: ReturnType<typeof orderIn>) => unknown][]

  for (const [deed, from, to, act] of rows) {
    test(`${deed}: ${from} becomes ${to}, and the units stay`, () => {
      const before = orderIn(from)
      assert.deepEqual(act(before), { ...orderIn(to), lines: before.lines })
    })
  }

  for (const [deed, , to, act] of rows.filter(([deed]) => deed !== 'ask to stop' && deed !== 'refuse to stop')) {
    test(`${deed} twice: the second is refused`, () => {
      assert.throws(() => act(orderIn(to)), { status: 409, code: 'fulfillment_order_state' })
    })
  }
})

describe('Sending', () => {
  test('asks for everything when no lines are named', () => {
    const { order, rest } = rules.send(orderIn('open/pending'), { asks: true, units: null })
    assert.equal(pairText(order), 'open/requested')
    assert.deepEqual(rest, [])
  })

  test('is accepted at once where nobody can be asked', () => {
    const { order } = rules.send(orderIn('open/rejected'), { asks: false, units: null })
    assert.equal(pairText(order), 'processing/accepted')
  })

  test('keeps the named units and lets go of the rest', () => {
    const { order, rest } = rules.send(orderIn('open/cancel_accepted', { units: [[3, 1], [2]] }), {
      asks: true,
      units: [{ id: 70, quantity: 1 }],
    })
    assert.deepEqual(quantitiesOf(order), [
      [2, 1],
      [0, 0],
    ])
    assert.deepEqual(rest, [
      { line_id: 70, order_line_id: 0, quantity: 1 },
      { line_id: 71, order_line_id: 1, quantity: 2 },
    ])
  })

  const refusals = [
    ['a line of another order', [{ id: 99, quantity: 1 }], 400, 'validation_error'],
    [
      'the same line twice',
      [
        { id: 70, quantity: 1 },
        { id: 70, quantity: 1 },
      ],
      400,
      'validation_error',
    ],
    ['more than is left', [{ id: 70, quantity: 4 }], 400, 'quantity_exceeds_fulfillable'],
  ] as const
  for (const [deed, units, status, code] of refusals) {
    test(`refuses ${deed}`, () => {
      assert.throws(() => rules.send(orderIn('open/pending'), { asks: true, units }), { status, code })
    })
  }

  test('refuses when nothing is left', () => {
    const empty = orderIn('open/cancel_accepted', { units: [[2, 2]] })
    assert.throws(() => rules.send(empty, { asks: true, units: null }), { status: 409, code: 'fulfillment_order_state' })
  })
})

describe('Moving', () => {
  test('takes the whole order when no lines or all lines are named', () => {
    for (const lines of [null, [], [{ id: 70 }, { id: 71 }]]) {
      const { order, rest } = rules.move(orderIn('open/rejected'), lines)
      assert.equal(pairText(order), 'open/pending')
      assert.deepEqual(
        [quantitiesOf(order), rest],
        [
          [
            [3, 0],
            [2, 0],
          ],
          [],
        ],
      )
    }
  })

  test('leaves the order as it is when only some lines go', () => {
    const { order, rest } = rules.move(orderIn('open/rejected'), [{ id: 71 }])
    assert.equal(pairText(order), 'open/rejected')
    assert.deepEqual(quantitiesOf(order), [
      [3, 0],
      [0, 0],
    ])
    assert.deepEqual(rest, [{ line_id: 71, order_line_id: 1, quantity: 2 }])
  })

  test('refuses lines with nothing left, unknown lines, and what is being worked on', () => {
    const shipped = orderIn('open/cancel_accepted', { units: [[3], [2, 2]] })
    assert.throws(() => rules.move(shipped, [{ id: 71 }]), { status: 409, code: 'nothing_to_fulfill' })
    assert.throws(() => rules.move(shipped, [{ id: 5 }]), { status: 400 })
    assert.throws(() => rules.move(orderIn('open/requested'), null), { status: 409, code: 'fulfillment_order_state' })
  })
})

describe('Canceling', () => {
  test('cancels an order that shipped nothing and starts its units again', () => {
    const { order, rest } = rules.cancel(orderIn('on_hold/pending'))
    assert.equal(pairText(order), 'canceled/closed')
    assert.deepEqual(
      rest.map(units => units.quantity),
      [3, 2],
    )
  })

  test('leaves what was shipped in an incomplete order', () => {
    const { order, rest } = rules.cancel(orderIn('processing/accepted', { units: [[3, 1], [2]] }))
    assert.equal(pairText(order), 'incomplete/closed')
    assert.deepEqual(quantitiesOf(order), [
      [1, 1],
      [0, 0],
    ])
    assert.deepEqual(
      rest.map(units => units.quantity),
      [2, 2],
    )
  })

  test('is refused when nothing is left', () => {
    const done = orderIn('incomplete/closed', { units: [[1, 1]] })
    assert.throws(() => rules.cancel(done), { status: 409, code: 'fulfillment_order_state' })
  })
})

describe('Closing', () => {
  test('keeps the units when no other location can take them', () => {
    const { order, rest } = rules.close(orderIn('processing/cancel_requested'), { elsewhere: false })
    assert.equal(pairText(order), 'incomplete/closed')
    assert.deepEqual(
      [quantitiesOf(order), rest],
      [
        [
          [3, 0],
          [2, 0],
        ],
        [],
      ],
    )
  })

  test('gives the units to another location, and can then be done nothing with', () => {
    const { order, rest } = rules.close(orderIn('processing/accepted', { units: [[3, 1], [2]] }), { elsewhere: true })
    assert.deepEqual(quantitiesOf(order), [
      [1, 1],
      [0, 0],
    ])
    assert.deepEqual(
      rest.map(units => units.quantity),
      [2, 2],
    )
    assert.throws(() => rules.cancel(order), { status: 409 })
  })
})
