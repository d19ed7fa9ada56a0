import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ApiError } from '../../../platform/errors.ts'
import { flaws } from '../../../platform/lifecycle.ts'
import { advance, allowedPairs, type FulfillmentOrderAction, fulfillmentOrderLifecycle, supportedActions } from './lifecycle.ts'

const pairs = Object.entries(allowedPairs).flatMap(([status, requests]) => requests.map(request => `${status}/${request}`))

const quiet = ['open/pending', 'open/rejected', 'open/cancel_accepted']
const held = ['on_hold/pending', 'on_hold/rejected', 'on_hold/cancel_accepted']
const working = ['processing/accepted', 'processing/cancel_requested', 'processing/cancel_rejected']
const shippable = [...quiet, 'open/requested', ...working]
const left = [...quiet, ...held, 'not_required/pending', 'incomplete/closed']
const all = (from: readonly string[], to: string) => Object.fromEntries(from.map(pair => [pair, to]))

/** What each action is meant to do, written apart from the table that does it. */
const expected: Record<FulfillmentOrderAction, Record<string, string>> = {
  request_fulfillment: all(quiet, 'open/requested'),
  hand_over: all(quiet, 'processing/accepted'),
  cancel_fulfillment_request: { 'open/requested': 'open/pending' },
  accept_fulfillment_request: { 'open/requested': 'processing/accepted' },
  reject_fulfillment_request: { 'open/requested': 'open/rejected' },
  clear_rejection: { 'open/rejected': 'open/pending' },
  request_cancellation: all(['processing/accepted', 'processing/cancel_rejected'], 'processing/cancel_requested'),
  take_back: all(['processing/accepted', 'processing/cancel_rejected'], 'open/cancel_accepted'),
  cancel_cancellation_request: { 'processing/cancel_requested': 'processing/accepted' },
  accept_cancellation_request: { 'processing/cancel_requested': 'open/cancel_accepted' },
  reject_cancellation_request: { 'processing/cancel_requested': 'processing/cancel_rejected' },
  create_fulfillment: all([...shippable, 'not_required/pending'], 'closed/closed'),
  ship_some: { ...all(shippable, 'processing/accepted'), 'not_required/pending': 'not_required/pending' },
  hold: Object.fromEntries(quiet.map((pair, i) => [pair, held[i]!])),
  release_hold: Object.fromEntries(held.map((pair, i) => [pair, quiet[i]!])),
  move: all(quiet, 'open/pending'),
  cancel: all([...shippable, ...held, 'incomplete/closed'], 'canceled/closed'),
  cancel_rest: all([...shippable, ...held, 'incomplete/closed'], 'incomplete/closed'),
  close: all(working, 'incomplete/closed'),
  remove_all: all(left, 'canceled/closed'),
  remove_rest: all(left, 'closed/closed'),
}

describe('The lifecycle of fulfillment orders', () => {
  test('is sound', () => assert.deepEqual(flaws(fulfillmentOrderLifecycle), []))

  test('knows the allowed pairs and no others', () => {
    const known = new Set(fulfillmentOrderLifecycle.moves.flatMap(({ from, to }) => [from, to]))
    assert.deepEqual([...known].sort(), [...pairs].sort())
  })

  test('knows no action that is missing here', () => {
    const actions = new Set<string>(fulfillmentOrderLifecycle.moves.map(({ action }) => action))
    assert.deepEqual([...actions].sort(), Object.keys(expected).sort())
  })

  for (const action of Object.keys(expected) as FulfillmentOrderAction[]) {
    for (const pair of pairs) {
      const [status, request_status] = pair.split('/') as [string, string]
      const target = expected[action][pair]

      if (target !== undefined) {
        test(`${action} leads from ${pair} to ${target}`, () => {
          const after = advance({ status, request_status }, action)
          assert.equal(`${after.status}/${after.request_status}`, target)
        })
      } else {
        test(`${action} is refused from ${pair}`, () => {
          assert.throws(() => advance({ status, request_status }, action), namesThePair(status, request_status))
        })
      }
    }
  }
})

function namesThePair(status: string, request_status: string) {
  return (error: unknown) => {
    assert.ok(error instanceof ApiError)
    assert.deepEqual([error.status, error.code], [409, 'fulfillment_order_state'])
    const named = error.errors.map(({ field, message }) => [field, message])
    assert.deepEqual(named, [
      ['status', `The status is "${status}".`],
      ['request_status', `The request status is "${request_status}".`],
    ])
    return true
  }
}

describe('Supported actions', () => {
  const actionsOf = (pair: string) => {
    const [status, request_status] = pair.split('/') as [string, string]
    return supportedActions({ status, request_status })
  }
  const rows: Record<string, string[]> = {
    'open/pending': ['request_fulfillment', 'create_fulfillment', 'hold', 'move', 'cancel'],
    'open/requested': [
      'cancel_fulfillment_request',
      'accept_fulfillment_request',
      'reject_fulfillment_request',
      'create_fulfillment',
      'cancel',
    ],
    'open/rejected': ['request_fulfillment', 'create_fulfillment', 'hold', 'move', 'cancel'],
    'open/cancel_accepted': ['request_fulfillment', 'create_fulfillment', 'hold', 'move', 'cancel'],
    'on_hold/pending': ['release_hold', 'cancel'],
    'on_hold/rejected': ['release_hold', 'cancel'],
    'on_hold/cancel_accepted': ['release_hold', 'cancel'],
    'processing/accepted': ['request_cancellation', 'create_fulfillment', 'cancel', 'close'],
    'processing/cancel_requested': [
      'cancel_cancellation_request',
      'accept_cancellation_request',
      'reject_cancellation_request',
      'create_fulfillment',
      'cancel',
      'close',
    ],
    'processing/cancel_rejected': ['request_cancellation', 'create_fulfillment', 'cancel', 'close'],
    'not_required/pending': ['create_fulfillment'],
    'incomplete/closed': ['cancel'],
    'closed/closed': [],
    'canceled/closed': [],
  }
  for (const pair of pairs) test(`of ${pair} are exact and in order`, () => assert.deepEqual(actionsOf(pair), rows[pair]))
})
