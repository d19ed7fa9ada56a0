import { type Cents, fraction, sum } from '../../../platform/money.ts'
import type { Condition, PricedLine } from './candidate.ts'
import { countOf, hasUnits, type LineUnits, type Permits, type Piece, putBack, take } from './units.ts'

/** Whether the condition uses units up each time it is met, and so can be met more than once. */
export function isRepeating({ type }: Condition): boolean {
  return type === 'count' || type === 'value' || type === 'coverage'
}

/** Whether these lines, all of them in the range of the condition, meet it at least once. Earlier discounts do not matter. */
export function isMet(condition: Condition, lines: readonly PricedLine[]): boolean {
  switch (condition.type) {
    case 'count_gte':
      return units(lines) >= wantedCount(condition)
    case 'count_eq':
      return units(lines) === wantedCount(condition)
    case 'value_gte':
      return worth(lines) >= wantedWorth(condition)
    case 'value_eq':
      return worth(lines) === wantedWorth(condition)
    case 'distinct_gte':
      return distinct(lines, 'variant_id') >= wantedCount(condition)
    case 'distinct_eq':
      return distinct(lines, 'variant_id') === wantedCount(condition)
    case 'count':
      return isPositive(condition) && units(lines) >= wantedCount(condition)
    case 'value':
      return isPositive(condition) && worth(lines) >= wantedWorth(condition)
    case 'coverage':
      return isPositive(condition) && distinct(lines, 'product_id') >= wantedCount(condition)
  }
}

/**
 * Takes the units that meet a repeating condition once more, or null and no unit when there are not enough. `pool` has the dearest
 * line last; lines that are used up are dropped from it.
 */
export function consume(condition: Condition, pool: LineUnits[], permits: Permits): Piece[] | null {
  while (pool.length > 0 && !hasUnits(pool.at(-1)!, permits)) pool.pop()
  if (!isPositive(condition)) return null
  const taken: Piece[] = []
  const isEnough =
    condition.type === 'value' ? takeWorth(condition, pool, permits, taken) : takeCount(condition, pool, permits, taken)
  if (isEnough) return taken
  putBack(taken)
  return null
}

function takeCount(condition: Condition, pool: readonly LineUnits[], permits: Permits, taken: Piece[]): boolean {
  let left = wantedCount(condition)
  const covered = new Set<number>()
  for (let at = pool.length - 1; at >= 0 && left > 0; at--) {
    const { line } = pool[at]!
    if (condition.type === 'coverage' && covered.has(line.product_id)) continue
    const pieces = take(pool[at]!, condition.type === 'coverage' ? 1 : left, permits)
    if (pieces.length > 0) covered.add(line.product_id)
    taken.push(...pieces)
    left -= countOf(pieces)
  }
  return left <= 0
}

function takeWorth(condition: Condition, pool: readonly LineUnits[], permits: Permits, taken: Piece[]): boolean {
  let left = wantedWorth(condition)
  for (let at = pool.length - 1; at >= 0 && left > 0n; at--) {
    const price = pool[at]!.line.unit_price
    if (price <= 0n) break
    const pieces = take(pool[at]!, Number((left + price - 1n) / price), permits)
    taken.push(...pieces)
    left -= price * BigInt(countOf(pieces))
  }
  return left <= 0n
}

function isPositive({ value }: Condition): boolean {
  return fraction(value).numerator > 0n
}

function wantedCount({ value }: Condition): number {
  const { numerator, denominator } = fraction(value)
  return Number((numerator + denominator - 1n) / denominator)
}

function wantedWorth({ value }: Condition): Cents {
  const { numerator, denominator } = fraction(value)
  return (numerator * 100n + denominator - 1n) / denominator
}

function units(lines: readonly PricedLine[]): number {
  return lines.reduce((count, line) => count + line.quantity, 0)
}

function worth(lines: readonly PricedLine[]): Cents {
  return sum(lines.map(line => line.unit_price * BigInt(line.quantity)))
}

function distinct(lines: readonly PricedLine[], key: 'variant_id' | 'product_id'): number {
  return new Set(lines.filter(line => line.quantity > 0).map(line => line[key])).size
}
