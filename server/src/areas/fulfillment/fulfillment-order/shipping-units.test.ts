import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { orderIn, quantitiesOf } from './example-order.ts'
import { pairText } from './lifecycle.ts'
import { shipOrderLines, shipUnits } from './shipping-units.ts'
import { allUnitsLeft } from './units.ts'

describe('Shipping a fulfillment order', () => {
  for (const pair of ['open/pending', 'open/requested', 'processing/cancel_requested', 'not_required/pending']) {
    test(`ships all that is left of one that is ${pair}, and closes it`, () => {
      const { order, shipped } = shipUnits(orderIn(pair, { units: [[3, 1], [2]] }))
      assert.equal(pairText(order), 'closed/closed')
      assert.deepEqual(quantitiesOf(order), [
        [3, 3],
        [2, 2],
      ])
      assert.deepEqual(
        shipped.map(units => units.quantity),
        [2, 2],
      )
    })
  }

  test('keeps the rest of a partly shipped one as accepted', () => {
    const { order, shipped } = shipUnits(orderIn('open/requested'), [{ id: 70, quantity: 2 }])
    assert.equal(pairText(order), 'processing/accepted')
    assert.deepEqual(quantitiesOf(order), [
      [3, 2],
      [2, 0],
    ])
    assert.deepEqual(shipped, [{ line_id: 70, order_line_id: 0, quantity: 2 }])
  })

  test('leaves partly shipped digital goods as they are', () => {
    assert.equal(pairText(shipUnits(orderIn('not_required/pending'), [{ id: 70, quantity: 2 }]).order), 'not_required/pending')
  })

  const refusals = [
    ['one that is on hold', orderIn('on_hold/pending'), null, 409, 'fulfillment_on_hold'],
    ['one that is closed', orderIn('closed/closed', { units: [[3, 3]] }), null, 409, 'nothing_to_fulfill'],
    ['one that is canceled', orderIn('canceled/closed'), null, 409, 'fulfillment_order_state'],
    ['one that is incomplete', orderIn('incomplete/closed'), null, 409, 'fulfillment_order_state'],
    ['a shipped line', orderIn('open/requested', { units: [[3, 3], [2]] }), [{ id: 70, quantity: 1 }], 409, 'nothing_to_fulfill'],
    ['too many units', orderIn('open/pending'), [{ id: 70, quantity: 4 }], 400, 'quantity_exceeds_fulfillable'],
    ['an unknown line', orderIn('on_hold/pending'), [{ id: 1, quantity: 1 }], 400, 'validation_error'],
  ] as const
  for (const [deed, order, wanted, status, code] of refusals) {
    test(`refuses ${deed} with ${code}`, () => assert.throws(() => shipUnits(order, wanted), { status, code }))
  }

  test('never ships more than the order has, however it is divided', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ id: fc.integer({ min: 69, max: 73 }), quantity: fc.integer({ min: 1, max: 3 }) })),
        tries => {
          let order = orderIn('open/pending', { units: [[4], [1], [6]] })
          let total = 0
          for (const wanted of tries) {
            try {
              const shipment = shipUnits(order, [wanted])
              total += wanted.quantity
              order = shipment.order
            } catch {}
          }
          const left = allUnitsLeft(order).reduce((sum, units) => sum + units.quantity, 0)
          assert.equal(total + left, 11)
          assert.equal(order.status === 'closed', left === 0)
          for (const [quantity, fulfilled] of quantitiesOf(order)) assert.ok(0 <= fulfilled && fulfilled <= quantity)
        },
      ),
    )
  })
})

describe('Shipping lines of an order', () => {
  const here = orderIn('processing/accepted', { id: 9, location_id: 1 })
  const also = orderIn('open/pending', { id: 7, location_id: 1 })
  const there = orderIn('open/pending', { id: 8, location_id: 2 })
  const gone = orderIn('canceled/closed', { id: 6, location_id: 1 })

  test('makes one list for each location, the lowest fulfillment order first', () => {
    const lists = shipOrderLines([here, gone, there, also], null)
    assert.deepEqual(
      lists.map(list => list.map(({ order }) => order.id)),
      [[7, 9], [8]],
    )
    assert.ok(lists.flat().every(({ order }) => order.status === 'closed'))
  })

  test('takes all that is left of the named lines and nothing of the others', () => {
    const lists = shipOrderLines([here, there], [1])
    assert.deepEqual(
      lists.flat().map(({ shipped }) => shipped),
      [[{ line_id: 81, order_line_id: 1, quantity: 2 }], [{ line_id: 91, order_line_id: 1, quantity: 2 }]],
    )
    assert.ok(lists.flat().every(({ order }) => order.status === 'processing'))
  })

  test('refuses a line with nothing left and says which', () => {
    const shipped = orderIn('processing/accepted', { units: [[3], [2, 2]] })
    assert.throws(
      () => shipOrderLines([shipped], [0, 1]),
      (error: { code: string; errors: { field: string }[] }) => {
        assert.equal(error.code, 'nothing_to_fulfill')
        assert.deepEqual(
          error.errors.map(({ field }) => field),
          ['lines.1'],
        )
        return true
      },
    )
  })

  test('refuses when nothing is left at all', () => {
    assert.throws(() => shipOrderLines([gone], null), { status: 409, code: 'nothing_to_fulfill' })
  })

  test('refuses when some of the units are on hold, but only if they are wanted', () => {
    const held = orderIn('on_hold/pending', { id: 5, units: [[1]] })
    assert.throws(() => shipOrderLines([held, also], null), { status: 409, code: 'fulfillment_on_hold' })
    assert.equal(shipOrderLines([held, also], [1]).length, 1)
  })
})
