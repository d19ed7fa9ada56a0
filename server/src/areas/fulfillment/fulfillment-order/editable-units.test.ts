import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cancelWithOrder, editableUnits, shrinkUnits } from './editable-units.ts'
import { orderIn, quantitiesOf } from './example-order.ts'
import { allowedPairs, pairText } from './lifecycle.ts'

describe('Editable units', () => {
  const editable = ['open/pending', 'open/rejected', 'open/cancel_accepted', 'on_hold/pending', 'on_hold/rejected']
  const also = ['on_hold/cancel_accepted', 'not_required/pending', 'incomplete/closed']
  for (const [status, requests] of Object.entries(allowedPairs)) {
    for (const request of requests) {
      const pair = `${status}/${request}`
      const expected = [...editable, ...also].includes(pair) ? 2 : 0
      test(`are ${expected ? 'those left' : 'none'} of a fulfillment order that is ${pair}`, () => {
        assert.equal(editableUnits([orderIn(pair, { units: [[3, 1], [9]] })], 0, 'open'), expected)
      })
    }
  }

  test('add up over fulfillment orders', () => {
    assert.equal(
      editableUnits([orderIn('open/pending'), orderIn('processing/accepted'), orderIn('on_hold/pending')], 0, 'open'),
      6,
    )
  })

  test('are none once the order is not open', () => {
    assert.equal(editableUnits([orderIn('open/pending')], 0, 'archived'), 0)
    assert.equal(editableUnits([orderIn('open/pending')], 0, 'canceled'), 0)
  })
})

describe('Shrinking a line', () => {
  const oldest = orderIn('open/pending', { id: 7, units: [[3]] })
  const newest = orderIn('on_hold/pending', { id: 9, units: [[2]] })
  const busy = orderIn('processing/accepted', { id: 10, units: [[5]] })

  test('empties the newest editable fulfillment order first and cancels it', () => {
    const changed = shrinkUnits([oldest, busy, newest], 0, 4)
    assert.deepEqual(
      changed.map(({ order, removed }) => [order.id, pairText(order), quantitiesOf(order), removed.map(units => units.quantity)]),
      [
        [9, 'canceled/closed', [[0, 0]], [2]],
        [7, 'open/pending', [[1, 0]], [2]],
      ],
    )
  })

  test('leaves other lines alone, and the order alive as long as one of them has units', () => {
    const [change] = shrinkUnits([orderIn('not_required/pending')], 1, 2)
    assert.equal(pairText(change!.order), 'not_required/pending')
    assert.deepEqual(quantitiesOf(change!.order), [
      [3, 0],
      [0, 0],
    ])
  })

  test('closes an order of which everything that remains was shipped', () => {
    const [change] = shrinkUnits([orderIn('open/cancel_accepted', { units: [[3, 1]] })], 0, 2)
    assert.equal(pairText(change!.order), 'closed/closed')
    assert.deepEqual(quantitiesOf(change!.order), [[1, 1]])
  })

  test('changes nothing for zero units', () => assert.deepEqual(shrinkUnits([oldest], 0, 0), []))

  test('does not pass over units that it cannot take', () => {
    assert.throws(() => shrinkUnits([oldest, busy], 0, 4), RangeError)
  })
})

describe('Canceling the order', () => {
  for (const pair of ['open/pending', 'on_hold/rejected', 'not_required/pending', 'incomplete/closed']) {
    test(`cancels a fulfillment order that is ${pair} and frees its units`, () => {
      const { order, removed } = cancelWithOrder(orderIn(pair))
      assert.equal(pairText(order), 'canceled/closed')
      assert.deepEqual(
        removed.map(units => units.quantity),
        [3, 2],
      )
    })
  }

  test('closes one that shipped something', () => {
    const { order, removed } = cancelWithOrder(orderIn('incomplete/closed', { units: [[3, 1]] }))
    assert.equal(pairText(order), 'closed/closed')
    assert.deepEqual(
      removed.map(units => units.quantity),
      [2],
    )
  })

  for (const pair of ['open/requested', 'processing/accepted', 'closed/closed', 'canceled/closed']) {
    test(`is refused for one that is ${pair}`, () => {
      assert.throws(() => cancelWithOrder(orderIn(pair)), { status: 409, code: 'fulfillment_order_state' })
    })
  }
})
