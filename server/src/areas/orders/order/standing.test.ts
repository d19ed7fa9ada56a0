import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { OrderFacts } from './facts.ts'
import { standing } from './standing.ts'

const now = new Date('2026-03-01T12:00:00Z')
const line = {
  id: 1,
  quantity: 3,
  removed_quantity: 0,
  fulfilled_quantity: 0,
  refunded_quantity: 0,
  editable_quantity: 0,
  requires_shipping: true,
  price_excl_tax: 300n,
  price_incl_tax: 300n,
}
const unit = { order_line_id: 1, fulfilled_quantity: 0, requires_shipping: true, stock_record_id: null, tracked: false }
const part = (id: number, quantity: number, rest: object = {}) => ({
  id,
  location_id: id,
  status: 'open',
  request_status: 'pending',
  accepted_at: null,
  ...rest,
  lines: [{ ...unit, id: id * 10, quantity }],
})

const order: OrderFacts = {
  number: 1,
  version: 1,
  status: 'open',
  fulfillment_status: 'unfulfilled',
  payment_status: 'pending',
  total_outstanding: 0n,
  has_split_fulfillment: false,
  partially_fulfilled: false,
  delivery_statuses: [],
  location_ids: [],
  is_test: false,
  payment_method: null,
  customer_id: null,
  currency: 'USD',
  report_currency: 'USD',
  report_rate: '1',
  has_shipping_address: true,
  shipping_method: '',
  total_incl_tax: 300n,
  shipping_excl_tax: 0n,
  shipping_incl_tax: 0n,
  free_at_creation: false,
  virtual_paid: 0n,
  virtual_refunded: 0n,
  discrepancies: 0n,
  is_being_canceled: false,
  lines: [line],
  fulfillment_orders: [part(1, 3)],
  fulfillments: [],
  transactions: [],
}
const shipped: Partial<OrderFacts> = {
  lines: [{ ...line, fulfilled_quantity: 3 }],
  fulfillment_orders: [
    {
      ...part(1, 3, { status: 'closed', request_status: 'closed' }),
      lines: [{ ...unit, id: 10, quantity: 3, fulfilled_quantity: 3 }],
    },
  ],
  fulfillments: [{ delivery_status: null, location_id: 1 }],
}

describe('How an order stands', () => {
  test('is split over two fulfillment orders that ship, canceled ones aside', () => {
    assert.equal(standing({ ...order, fulfillment_orders: [part(1, 2), part(2, 1)] }, now).has_split_fulfillment, true)
    assert.equal(
      standing({ ...order, fulfillment_orders: [part(1, 3), part(2, 1, { status: 'canceled', request_status: 'closed' })] }, now)
        .has_split_fulfillment,
      false,
    )
  })

  test('is partly fulfilled between the first parcel and the last unit', () => {
    const parcels = {
      fulfillments: [
        { delivery_status: 'delivered', location_id: 1 },
        { delivery_status: 'delivered', location_id: 1 },
      ],
    }
    assert.equal(standing(order, now).partially_fulfilled, false)
    const between = standing({ ...order, ...parcels, lines: [{ ...line, fulfilled_quantity: 1 }] }, now)
    assert.deepEqual([between.partially_fulfilled, between.delivery_statuses], [true, ['delivered']])
    assert.equal(standing({ ...order, ...shipped }, now).partially_fulfilled, false)
  })

  test('names the locations that have a part in it, each once', () => {
    assert.deepEqual(
      standing(
        { ...order, fulfillment_orders: [part(2, 1), part(1, 2), part(3, 1, { status: 'canceled', request_status: 'closed' })] },
        now,
      ).location_ids,
      [1, 2],
    )
  })

  test('counts as editable what nobody works on, also while the order is archived', () => {
    const orders = [part(1, 2), part(2, 1, { status: 'processing', request_status: 'accepted' })]
    assert.deepEqual(standing({ ...order, status: 'archived', fulfillment_orders: orders }, now).editable, [
      { id: 1, editable_quantity: 2 },
    ])
  })

  test('archives when everything is shipped and paid, unless it was opened by hand', () => {
    const finished = { ...order, ...shipped, virtual_paid: 300n }
    assert.equal(standing(finished, now).status, 'archived')
    assert.equal(standing(finished, now, { staysOpen: true }).status, 'open')
    assert.equal(standing({ ...finished, virtual_paid: 299n }, now).status, 'open')
    assert.equal(standing({ ...finished, status: 'canceled' }, now).status, 'canceled')
  })
})
