import { type ApiError, conflict } from '../../../platform/errors.ts'
import { lifecycle, stateProblems } from '../../../platform/lifecycle.ts'

export interface StatePair {
  status: string
  request_status: string
}

const unsent = ['open/pending', 'open/rejected', 'open/cancel_accepted'] as const
const onHold = ['on_hold/pending', 'on_hold/rejected', 'on_hold/cancel_accepted'] as const
const processing = ['processing/accepted', 'processing/cancel_requested', 'processing/cancel_rejected'] as const
const sendable = [...unsent, 'open/requested', ...processing] as const
const editable = [...unsent, ...onHold, 'not_required/pending', 'incomplete/closed'] as const
const givable = [...unsent, 'open/requested', ...onHold, ...processing, 'incomplete/closed'] as const

const fields = ['status', 'request_status'] as const

/** What can happen to a fulfillment order, and where it leads: each state is `status/request_status`. */
export const fulfillmentOrderLifecycle = lifecycle(
  'fulfillment_order',
  {
    request_fulfillment: { from: unsent, to: 'open/requested' },
    /** Sending to a location that nobody can be asked at. */
    hand_over: { from: unsent, to: 'processing/accepted' },
    cancel_fulfillment_request: { from: ['open/requested'], to: 'open/pending' },
    accept_fulfillment_request: { from: ['open/requested'], to: 'processing/accepted' },
    reject_fulfillment_request: { from: ['open/requested'], to: 'open/rejected' },
    clear_rejection: { from: ['open/rejected'], to: 'open/pending' },

    request_cancellation: { from: ['processing/accepted', 'processing/cancel_rejected'], to: 'processing/cancel_requested' },
    /** Asking for cancellation at a location that nobody can be asked at. */
    take_back: { from: ['processing/accepted', 'processing/cancel_rejected'], to: 'open/cancel_accepted' },
    cancel_cancellation_request: { from: ['processing/cancel_requested'], to: 'processing/accepted' },
    accept_cancellation_request: { from: ['processing/cancel_requested'], to: 'open/cancel_accepted' },
    reject_cancellation_request: { from: ['processing/cancel_requested'], to: 'processing/cancel_rejected' },

    create_fulfillment: { from: [...sendable, 'not_required/pending'], to: 'closed/closed' },
    ship_some: [
      { from: sendable, to: 'processing/accepted' },
      { from: ['not_required/pending'], to: 'not_required/pending' },
    ],

    hold: [
      { from: ['open/pending'], to: 'on_hold/pending' },
      { from: ['open/rejected'], to: 'on_hold/rejected' },
      { from: ['open/cancel_accepted'], to: 'on_hold/cancel_accepted' },
    ],
    release_hold: [
      { from: ['on_hold/pending'], to: 'open/pending' },
      { from: ['on_hold/rejected'], to: 'open/rejected' },
      { from: ['on_hold/cancel_accepted'], to: 'open/cancel_accepted' },
    ],
    move: { from: unsent, to: 'open/pending' },

    /** Giving up before anything was shipped. */
    cancel: { from: givable, to: 'canceled/closed' },
    /** Giving up what is left after something was shipped. */
    cancel_rest: { from: givable, to: 'incomplete/closed' },
    close: { from: processing, to: 'incomplete/closed' },

    /** The order no longer has any of its units. */
    remove_all: { from: editable, to: 'canceled/closed' },
    /** The order no longer has its unshipped units. */
    remove_rest: { from: editable, to: 'closed/closed' },
  },
  { starts: ['open/pending', 'not_required/pending', 'closed/closed'], finals: ['closed/closed', 'canceled/closed'], fields },
)

export type FulfillmentOrderAction = Parameters<typeof fulfillmentOrderLifecycle.next>[1]

/** Which request statuses a fulfillment order of each status can have. */
export const allowedPairs: Readonly<Record<string, readonly string[]>> = {
  open: ['pending', 'requested', 'rejected', 'cancel_accepted'],
  on_hold: ['pending', 'rejected', 'cancel_accepted'],
  processing: ['accepted', 'cancel_requested', 'cancel_rejected'],
  not_required: ['pending'],
  incomplete: ['closed'],
  closed: ['closed'],
  canceled: ['closed'],
}

const offered = [
  'request_fulfillment',
  'cancel_fulfillment_request',
  'accept_fulfillment_request',
  'reject_fulfillment_request',
  'request_cancellation',
  'cancel_cancellation_request',
  'accept_cancellation_request',
  'reject_cancellation_request',
  'create_fulfillment',
  'hold',
  'release_hold',
  'move',
  'cancel',
  'close',
] as const satisfies readonly FulfillmentOrderAction[]

/** The operations that the present state allows, in the contract's order. */
export function supportedActions(order: StatePair): string[] {
  return offered.filter(action => may(order, action))
}

export function may(order: StatePair, action: FulfillmentOrderAction): boolean {
  return fulfillmentOrderLifecycle.actionsFrom(pairText(order)).includes(action)
}

/** The order after the action, or 409 `fulfillment_order_state` that names both states. */
export function advance<Order extends StatePair>(order: Order, action: FulfillmentOrderAction): Order {
  const [status, request_status] = fulfillmentOrderLifecycle.next(pairText(order), action).split('/')
  return { ...order, status, request_status }
}

/** 409 that names both states of the order. */
export function refused(order: StatePair, code: string, detail: string): ApiError {
  return conflict(code, detail, stateProblems(fields, pairText(order)))
}

export const pairText = (order: StatePair): string => `${order.status}/${order.request_status}`
