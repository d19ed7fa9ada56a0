import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ApiError } from '../../../platform/errors.ts'
import { route } from './rules.ts'
import type { RoutingInput, RoutingLine, RoutingLocation } from './shelves.ts'

const place = (id: number, country: string, allowed_destination_countries: string[] = []): RoutingLocation => {
  return { id, country, state: '', postcode: '', allowed_destination_countries, is_default: id === 1 }
}
const line = (index: number, quantity = 1, rest: Partial<RoutingLine> = {}): RoutingLine => {
  return { index, variant_id: index, quantity, requires_shipping: true, tracked: true, allow_backorders: false, ...rest }
}
/** Stock as `[variant, location, net]`; the record's id is `variant * 100 + location`. */
const stockOf = (...rows: [variant_id: number, location_id: number, net: number][]) =>
  rows.map(([variant_id, location_id, net]) => ({
    stock_record_id: variant_id * 100 + location_id,
    variant_id,
    location_id,
    net,
  }))
const to = (country: string, state = '', postcode = '') => ({ country, state, postcode })

/** The locations of each line, as `line:location×quantity`. */
const routed = (input: RoutingInput) =>
  route(input).assignments.map(({ line, location_id, quantity }) => `${line}:${location_id}×${quantity}`)

const us = place(1, 'US', ['US'])
const ca = place(2, 'CA', ['CA'])
const cn = place(3, 'CN')

describe('Routing a line', () => {
  const locations = [us, ca, cn]
  const stock = stockOf([0, 1, 9], [0, 2, 9], [0, 3, 9])

  test('skips locations that do not serve the country', () => {
    assert.deepEqual(routed({ lines: [line(0)], stock, locations, destination: to('MX') }), ['0:3×1'])
  })

  test('prefers a location that names the country, as long as it has enough', () => {
    assert.deepEqual(routed({ lines: [line(0)], stock, locations, destination: to('CA') }), ['0:2×1'])
    const scarce = stockOf([0, 2, 1], [0, 3, 9])
    assert.deepEqual(routed({ lines: [line(0, 2)], stock: scarce, locations, destination: to('CA') }), ['0:3×2'])
  })

  test('ignores country lists without an address', () => {
    assert.deepEqual(routed({ lines: [line(0)], stock, locations, destination: null }), ['0:1×1'])
  })

  test('prefers a location that already ships for the order', () => {
    const input = { lines: [line(0)], stock, locations, destination: to('CA'), preferred_location_ids: [3] }
    assert.deepEqual(routed(input), ['0:3×1'])
    assert.deepEqual(routed({ ...input, stock: stockOf([0, 2, 9], [0, 3, 0]) }), ['0:2×1'])
  })

  test('sends digital goods from the default location', () => {
    const digital = { requires_shipping: false, tracked: false }
    assert.deepEqual(route({ lines: [line(0, 2, digital)], stock, locations, destination: to('MX') }).assignments, [
      { line: 0, location_id: 1, stock_record_id: 1, quantity: 2 },
    ])
  })

  test('sends untracked goods without a stock record from the default location', () => {
    const input = { lines: [line(0, 2, { tracked: false })], stock: [], locations, destination: to('MX') }
    assert.deepEqual(route(input).assignments, [{ line: 0, location_id: 1, stock_record_id: null, quantity: 2 }])
  })

  test('does not count the stock of untracked goods', () => {
    const input = { lines: [line(0, 7, { tracked: false })], stock: stockOf([0, 3, 0]), locations, destination: to('MX') }
    assert.deepEqual(routed(input), ['0:3×7'])
  })

  test('backorders at the greatest stock, and only when no location has enough', () => {
    const lines = [line(0, 5, { allow_backorders: true })]
    const locations = [place(1, 'US'), place(2, 'US'), place(3, 'US')]
    const destination = to('US')
    assert.deepEqual(routed({ lines, stock: stockOf([0, 1, -3], [0, 2, 2], [0, 3, 1]), locations, destination }), ['0:2×5'])
    assert.deepEqual(routed({ lines, stock: stockOf([0, 1, -3], [0, 2, -3]), locations, destination }), ['0:1×5'])
    assert.deepEqual(routed({ lines, stock: stockOf([0, 1, 4], [0, 3, 5]), locations, destination }), ['0:3×5'])
  })

  test('divides a line only when no location has enough, from the greatest stock downward', () => {
    const locations = [place(1, 'US'), place(2, 'US'), place(3, 'US')]
    const stock = stockOf([0, 1, 2], [0, 2, 4], [0, 3, 3])
    const input = { stock, locations, destination: to('US') }
    assert.deepEqual(routed({ ...input, lines: [line(0, 8)] }), ['0:2×4', '0:3×3', '0:1×1'])
    assert.deepEqual(routed({ ...input, lines: [line(0, 4)] }), ['0:2×4'])
  })

  test('breaks ties by country, state, postcode and then id', () => {
    const at = (id: number, country: string, state: string, postcode: string) => ({ ...place(id, country), state, postcode })
    const locations = [
      at(1, 'US', 'ON', 'M5V 3A8'),
      at(2, 'CA', 'ON', 'K1A 0B1'),
      at(3, 'CA', 'BC', 'm5v 9zz'),
      at(4, 'CA', 'on', 'm5h'),
      at(5, 'CA', 'ON', 'M5V 1AA'),
      at(6, 'CA', 'ON', 'M5V1BB'),
    ]
    for (const nearest of [5, 6, 4, 2, 3, 1]) {
      const stock = stockOf([0, 1, 1], [0, 2, 1], [0, 3, 1], [0, 4, 1], [0, 5, 1], [0, 6, 1])
      const order = [5, 6, 4, 2, 3, 1]
      const left = stock.filter(({ location_id }) => order.indexOf(location_id) >= order.indexOf(nearest))
      assert.deepEqual(routed({ lines: [line(0)], stock: left, locations, destination: to('CA', 'ON', 'M5V 3A8') }), [
        `0:${nearest}×1`,
      ])
    }
  })
})

describe('Routing several lines', () => {
  const locations = [place(1, 'US'), place(2, 'US')]
  const destination = to('US')

  test('uses as few locations as it can', () => {
    const stock = stockOf([0, 1, 5], [0, 2, 5], [1, 2, 5])
    assert.deepEqual(routed({ lines: [line(0), line(1)], stock, locations, destination }), ['0:2×1', '1:2×1'])
  })

  test('lets lines of one variant share what is there', () => {
    const same = { variant_id: 0 }
    const stock = stockOf([0, 1, 3], [0, 2, 2])
    const lines = [line(0, 2, same), line(1, 2, same), line(2, 1, same)]
    assert.deepEqual(routed({ lines, stock, locations, destination }), ['0:1×2', '1:2×2', '2:1×1'])
  })
})

describe('Refusing to route', () => {
  const locations = [us, ca]
  const refusal = (input: RoutingInput): ApiError => {
    try {
      route(input)
    } catch (error) {
      if (error instanceof ApiError) return error
    }
    return assert.fail('was not refused')
  }

  test('answers 400 on the country when the product is only where the country is not served', () => {
    const error = refusal({ lines: [line(0)], stock: stockOf([0, 1, 9]), locations, destination: to('MX') })
    assert.deepEqual(
      [error.status, error.errors.map(({ field, code }) => [field, code])],
      [400, [['shipping_address.country', 'invalid']]],
    )
  })

  test('answers 409 that names each short line with what is wanted and available', () => {
    const lines = [line(0, 3), line(1, 1), line(2, 2, { variant_id: 0 }), line(3, 1, { allow_backorders: true })]
    const error = refusal({ lines, stock: stockOf([0, 1, 2], [0, 2, 2], [1, 1, 1]), locations, destination: null })
    assert.deepEqual([error.status, error.code], [409, 'insufficient_stock'])
    assert.deepEqual(
      error.errors.map(({ field, message }) => `${field}: ${message}`),
      ['lines.2.quantity: 2 wanted, 1 available.', 'lines.3.quantity: 1 wanted, 0 available.'],
    )
  })

  test('does not count stock that cannot reach the destination, or that is owed', () => {
    const error = refusal({ lines: [line(0, 2)], stock: stockOf([0, 1, 1], [0, 2, 9]), locations, destination: to('US') })
    assert.equal(error.errors[0]!.message, '2 wanted, 1 available.')
    const owed = refusal({ lines: [line(0, 2)], stock: stockOf([0, 1, 1], [0, 2, -1]), locations, destination: null })
    assert.equal(owed.errors[0]!.message, '2 wanted, 1 available.')
  })
})
