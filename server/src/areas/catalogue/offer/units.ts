import { type Cents, sum } from '../../../platform/money.ts'
import type { PricedLine } from './candidate.ts'

/** Units of a line that were treated alike: counted, not listed, because a line may have thousands. */
export interface Run {
  count: number
  /** What each unit was given so far; never above its price. */
  discount_each: Cents
  /** The ids of the offers that took part, in the order in which they did. */
  touched: readonly number[]
}

export interface LineUnits {
  index: number
  line: PricedLine
  runs: Run[]
}

/** Units taken out of a run, to be put back when it is decided what becomes of them. */
export interface Piece {
  units: LineUnits
  source: Run
  count: number
}

export type Permits = (run: Run, line: PricedLine) => boolean

/** A line nobody has touched yet. */
export function untouched(line: PricedLine, index: number): LineUnits {
  return { index, line, runs: [{ count: line.quantity, discount_each: 0n, touched: [] }] }
}

/** Takes up to `wanted` permitted units out of a line. */
export function take(units: LineUnits, wanted: number, permits: Permits): Piece[] {
  const pieces: Piece[] = []
  let left = wanted
  for (const source of units.runs) {
    if (left <= 0) break
    if (source.count === 0 || !permits(source, units.line)) continue
    const count = Math.min(left, source.count)
    source.count -= count
    left -= count
    pieces.push({ units, source, count })
  }
  return pieces
}

/** Undoes a take. */
export function putBack(pieces: readonly Piece[]): void {
  for (const piece of pieces) piece.source.count += piece.count
}

/** Whether the line still has a permitted unit. */
export function hasUnits(units: LineUnits, permits: Permits): boolean {
  return units.runs.some(run => run.count > 0 && permits(run, units.line))
}

export function isWorthMore(run: Run, line: PricedLine): boolean {
  return run.discount_each < line.unit_price
}

/** What these units still cost after the discounts so far. */
export function budget({ units, source, count }: Piece): Cents {
  return (units.line.unit_price - source.discount_each) * BigInt(count)
}

export function countOf(pieces: readonly Piece[]): number {
  return pieces.reduce((count, piece) => count + piece.count, 0)
}

/**
 * Returns the units of a piece to their line as touched by the offer, `times` over, with the amount spread evenly: where it does not
 * divide, the first units get one coin more.
 */
export function settle(piece: Piece, amount: Cents, offerId: number, coin: Cents, times: number): void {
  const count = BigInt(piece.count)
  const each = (amount / (count * coin)) * coin
  const more = Number((amount - each * count) / coin)
  const discountEach = piece.source.discount_each + each
  const touched = [...piece.source.touched, offerId]
  add(piece.units, { count: more * times, discount_each: discountEach + coin, touched })
  add(piece.units, { count: (piece.count - more) * times, discount_each: discountEach, touched })
}

/** The discount of a line in all. */
export function discountOf(units: LineUnits): Cents {
  return sum(units.runs.map(run => run.discount_each * BigInt(run.count)))
}

function add(units: LineUnits, run: Run): void {
  if (run.count === 0) return
  const alike = units.runs.find(other => other.discount_each === run.discount_each && isSame(other.touched, run.touched))
  if (alike) alike.count += run.count
  else units.runs.push(run)
}

function isSame(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index])
}
