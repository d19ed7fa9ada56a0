import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { ApiError } from '../../../platform/errors.ts'
import { route } from './rules.ts'
import type { RoutingInput } from './shelves.ts'

const country = fc.constantFrom('US', 'CA', 'MX')
const place = { country, state: fc.constantFrom('', 'A', 'B'), postcode: fc.constantFrom('', '10', '19', '2') }
const variants = fc.tuple(
  ...Array.from({ length: 3 }, () => fc.record({ tracked: fc.boolean(), allow_backorders: fc.boolean() })),
)

const inputs: fc.Arbitrary<RoutingInput> = fc
  .record({
    variants,
    wanted: fc.array(
      fc.record({ variant_id: fc.nat(2), quantity: fc.integer({ min: 1, max: 6 }), requires_shipping: fc.constant(true) }),
      {
        maxLength: 6,
      },
    ),
    places: fc.array(fc.record({ ...place, allowed_destination_countries: fc.uniqueArray(country) }), {
      minLength: 1,
      maxLength: 4,
    }),
    levels: fc.array(fc.option(fc.integer({ min: -2, max: 8 })), { minLength: 12, maxLength: 12 }),
    destination: fc.option(fc.record(place)),
    preferred_location_ids: fc.uniqueArray(fc.nat(4)),
  })
  .map(({ variants, wanted, places, levels, ...rest }) => ({
    ...rest,
    lines: wanted.map((line, index) => ({ ...line, index, ...variants[line.variant_id]! })),
    locations: places.map((each, i) => ({ ...each, id: i + 1, is_default: i === 0 })),
    stock: levels.flatMap((net, i) => {
      return net === null ? [] : { stock_record_id: i, variant_id: Math.floor(i / 4), location_id: (i % 4) + 1, net }
    }),
  }))

type Assignments = ReturnType<typeof route>['assignments']

const outcome = (input: RoutingInput): { assignments?: Assignments; refused?: ApiError } => {
  try {
    return route(input)
  } catch (error) {
    if (error instanceof ApiError) return { refused: error }
    throw error
  }
}

/** Checks a routing against the promise, on every input that is not refused. */
const always = (promise: (input: RoutingInput, assignments: Assignments) => void) =>
  fc.assert(
    fc.property(inputs, input => {
      const { assignments } = outcome(input)
      if (assignments) promise(input, assignments)
    }),
    { numRuns: 1000 },
  )

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)
const servesAt = ({ locations, destination }: RoutingInput, id: number) => {
  const allowed = locations.find(each => each.id === id)?.allowed_destination_countries
  return allowed !== undefined && (destination === null || allowed.length === 0 || allowed.includes(destination.country))
}
const available = (input: RoutingInput, variant_id: number) =>
  sum(
    input.stock
      .filter(each => each.variant_id === variant_id && servesAt(input, each.location_id))
      .map(each => Math.max(0, each.net)),
  )

describe('Every routing', () => {
  test('assigns each unit exactly once', () => {
    always((input, assignments) => {
      for (const line of input.lines) {
        const parts = assignments.filter(each => each.line === line.index)
        assert.equal(sum(parts.map(each => each.quantity)), line.quantity)
        assert.equal(new Set(parts.map(each => each.location_id)).size, parts.length)
      }
    })
  })

  test('stays within the stock unless the variant is untracked or may be backordered', () => {
    always((input, assignments) => {
      for (const { stock_record_id, variant_id, net } of input.stock) {
        const line = input.lines.find(each => each.variant_id === variant_id)
        if (!line?.tracked || line.allow_backorders) continue
        const taken = sum(assignments.filter(each => each.stock_record_id === stock_record_id).map(each => each.quantity))
        assert.ok(taken <= Math.max(0, net))
      }
    })
  })

  test('names a stock record of the line at the location, and a location that serves the country', () => {
    always((input, assignments) => {
      for (const { line, location_id, stock_record_id } of assignments) {
        if (stock_record_id === null) continue
        const record = input.stock.find(each => each.stock_record_id === stock_record_id)!
        assert.deepEqual([record.location_id, record.variant_id], [location_id, input.lines[line]!.variant_id])
        assert.ok(servesAt(input, location_id))
      }
    })
  })

  test('never divides a line that backorders or is untracked, nor one alone that some location has enough for', () => {
    always((input, assignments) => {
      for (const line of input.lines) {
        const alone = input.lines.filter(each => each.variant_id === line.variant_id).length === 1
        const shelves = input.stock.filter(each => each.variant_id === line.variant_id && servesAt(input, each.location_id))
        const whole = !line.tracked || line.allow_backorders || (alone && shelves.some(each => each.net >= line.quantity))
        if (whole) assert.equal(assignments.filter(each => each.line === line.index).length, 1)
      }
    })
  })

  test('is refused for want of stock exactly when the stock is too small', () => {
    fc.assert(
      fc.property(inputs, input => {
        const { refused } = outcome(input)
        if (refused?.status === 400) return
        const short = input.lines.some(({ variant_id, tracked, allow_backorders }) => {
          const has = input.stock.some(each => each.variant_id === variant_id && servesAt(input, each.location_id))
          const wanted = sum(input.lines.filter(each => each.variant_id === variant_id).map(each => each.quantity))
          return tracked && !(allow_backorders && has) && wanted > available(input, variant_id)
        })
        assert.equal(refused?.code === 'insufficient_stock', short)
      }),
      { numRuns: 1000 },
    )
  })

  test('does not depend on the order in which stock and locations are listed', () => {
    fc.assert(
      fc.property(inputs, input => {
        const turned = { ...input, stock: input.stock.toReversed(), locations: input.locations.toReversed() }
        assert.deepEqual(outcome(turned).assignments, outcome(input).assignments)
      }),
    )
  })

  test('of 5,000 lines takes a moment', () => {
    for (const variantsTotal of [1, 40, 5000]) {
      const lines = Array.from({ length: 5000 }, (_, index) => {
        const variant_id = index % variantsTotal
        return {
          index,
          variant_id,
          quantity: (index % 3) + 1,
          requires_shipping: true,
          tracked: true,
          allow_backorders: index % 2 === 0,
        }
      })
      const locations = [1, 2, 3, 4, 5].map(id => ({ ...at('US'), id, allowed_destination_countries: [], is_default: id === 1 }))
      const stock = Array.from({ length: variantsTotal * 5 }, (_, i) => {
        const net = Math.ceil(10_000 / variantsTotal / 5) + (i % 7)
        return { stock_record_id: i, variant_id: i % variantsTotal, location_id: (Math.floor(i / variantsTotal) % 5) + 1, net }
      })
      const started = performance.now()
      route({ lines, locations, stock, destination: at('US') })
      // It takes about 25 ms; the rest is patience with a busy machine.
      assert.ok(performance.now() - started < 500)
    }
  })
})

const at = (country: string) => ({ country, state: '', postcode: '' })
