import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { ApiError } from '../../../platform/errors.ts'
import { orderIn } from './example-order.ts'
import { allowedPairs, pairText } from './lifecycle.ts'
import { applySteps, commandFor, type FulfillmentStatus, fulfillmentStatus } from './order-status.ts'

const done = orderIn('closed/closed', { id: 1, units: [[1, 1]] })
const cut = orderIn('incomplete/closed', { id: 2, units: [[1, 1]] })
const digital = orderIn('not_required/pending', { id: 3 })

describe('The fulfillment status of an order', () => {
  const rows: [string, ReturnType<typeof orderIn>[], FulfillmentStatus][] = [
    ['without fulfillment orders', [], 'unfulfilled'],
    ['whose fulfillment orders are canceled', [orderIn('canceled/closed')], 'unfulfilled'],
    ['with a rejected one', [orderIn('open/rejected'), orderIn('on_hold/pending'), orderIn('processing/accepted')], 'rejected'],
    ['with a held one', [orderIn('processing/accepted'), orderIn('on_hold/rejected'), done], 'on_hold'],
    ['with a processing one', [orderIn('incomplete/closed'), orderIn('processing/cancel_requested'), done], 'processing'],
    ['with an incomplete one', [orderIn('open/pending'), orderIn('incomplete/closed'), done], 'incomplete'],
    ['with an open one', [orderIn('open/requested'), cut, done], 'unfulfilled'],
    ['whose units were all shipped', [done, cut, digital], 'fulfilled'],
    ['with an open one that is empty', [orderIn('open/pending', { units: [[0]] }), done], 'fulfilled'],
    ['with only digital ones so far', [digital], 'unfulfilled'],
  ]
  for (const [deed, orders, expected] of rows) {
    test(`${deed} is ${expected}`, () => assert.equal(fulfillmentStatus(orders, true), expected))
  }

  test('without a shippable line is not_required, whatever its fulfillment orders are', () => {
    assert.equal(fulfillmentStatus([orderIn('open/rejected')], false), 'not_required')
  })
})

describe('Setting the fulfillment status', () => {
  const address = { hasShippingAddress: true }
  const command = (requested: FulfillmentStatus, orders: ReturnType<typeof orderIn>[], shippable = true, given = address) =>
    commandFor(requested, fulfillmentStatus(orders, shippable), orders, given).map(
      step => `${step.fulfillment_order_id} ${step.action}`,
    )
  const open = orderIn('open/pending', { id: 4 })
  const asked = orderIn('open/requested', { id: 5 })
  const refused = orderIn('open/rejected', { id: 6 })
  const held = orderIn('on_hold/rejected', { id: 7 })
  const working = orderIn('processing/accepted', { id: 8 })

  const accepted: [FulfillmentStatus, ReturnType<typeof orderIn>[], string[]][] = [
    ['unfulfilled', [open], []],
    ['on_hold', [open, orderIn('open/cancel_accepted', { id: 9 }), done], ['4 hold', '9 hold']],
    ['unfulfilled', [refused, held, asked, done], ['6 clear_rejection', '7 release_hold', '7 clear_rejection', '5 withdraw']],
    ['processing', [open, refused, asked, digital], ['4 send', '4 accept', '6 send', '6 accept', '5 accept']],
    ['rejected', [open, asked], ['5 reject']],
    ['incomplete', [working, done], ['8 close']],
    ['fulfilled', [open, asked, refused, working, digital, cut], ['4 ship', '5 ship', '6 ship', '8 ship', '3 ship']],
  ]
  for (const [requested, orders, steps] of accepted) {
    test(`to ${requested} from ${orders.map(pairText).join(', ')}`, () => assert.deepEqual(command(requested, orders), steps))
  }

  const conflicts: [FulfillmentStatus, ReturnType<typeof orderIn>[]][] = [
    ['on_hold', [asked]],
    ['on_hold', [working]],
    ['unfulfilled', [working]],
    ['unfulfilled', [done]],
    ['processing', [orderIn('on_hold/pending'), open]],
    ['rejected', [open, working]],
    ['incomplete', [open]],
    ['fulfilled', [orderIn('on_hold/pending'), open]],
    ['fulfilled', [orderIn('incomplete/closed')]],
    ['not_required', [open]],
  ]
  for (const [requested, orders] of conflicts) {
    test(`is refused to ${requested} from ${orders.map(pairText).join(', ')}`, () => {
      assert.throws(() => command(requested, orders), { status: 409, code: 'fulfillment_status_conflict' })
    })
  }

  test('is refused to processing without an address, unless nothing needs to be sent', () => {
    const none = { hasShippingAddress: false }
    assert.throws(() => command('processing', [open], true, none), { status: 409, code: 'fulfillment_status_conflict' })
    assert.deepEqual(command('processing', [asked], true, none), ['5 accept'])
  })

  test('is refused for an order that needs no shipping', () => {
    assert.deepEqual(command('not_required', [digital], false), [])
    assert.throws(() => command('fulfilled', [digital], false), { code: 'fulfillment_status_conflict' })
  })

  test('either reaches what was requested or refuses with the conflict, from any state', () => {
    const pairs = Object.entries(allowedPairs).flatMap(([status, requests]) => requests.map(request => `${status}/${request}`))
    const statuses = ['unfulfilled', 'on_hold', 'rejected', 'processing', 'fulfilled', 'incomplete', 'not_required'] as const
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pairs), { maxLength: 5 }), fc.constantFrom(...statuses), (states, requested) => {
        const orders = states.map((pair, i) => orderIn(pair, { id: i, units: pair === 'closed/closed' ? [[1, 1]] : [[2, 1]] }))
        try {
          const steps = commandFor(requested, fulfillmentStatus(orders, true), orders, address)
          assert.equal(fulfillmentStatus(applySteps(orders, steps), true), requested)
        } catch (error) {
          assert.ok(error instanceof ApiError && error.code === 'fulfillment_status_conflict', String(error))
        }
      }),
      { numRuns: 500 },
    )
  })
})
