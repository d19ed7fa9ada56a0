import { type Cents, smaller, sum } from '../../../platform/money.ts'
import { discountLeft, goodsDiscount, mostUnits, reachOf, spread } from './benefits.ts'
import { isInRange, type OfferCandidate, type PricedLine } from './candidate.ts'
import { consume, isMet, isRepeating } from './conditions.ts'
import { budget, hasUnits, isWorthMore, type LineUnits, type Permits, type Piece, putBack, settle, take } from './units.ts'

/** One offer at work on the goods: what it may count, what it may discount, and what it gave so far. */
interface Working {
  offer: OfferCandidate
  unit: Cents
  permits: Permits
  reaches: (line: PricedLine) => boolean
  /** Lines of the condition for it to consume, the dearest last. */
  toConsume: LineUnits[]
  /** Lines to discount without having been consumed, the cheapest last. */
  toDiscount: LineUnits[]
  left: Cents | null
  applications: number
  shares: Map<number, Cents>
}

/** What was taken for one application: the units of the condition, and those that it discounts. */
interface Taken {
  consumed: Piece[]
  discounted: Piece[]
}

/** Applies an offer to the goods as often as it can be. Marks the units that it touched; the shares are by the index of the line. */
export function applyToGoods(
  offer: OfferCandidate,
  visible: readonly LineUnits[],
  permits: Permits,
  unit: Cents,
): { applications: number; shares: Map<number, Cents> } {
  const working = begin(offer, visible, permits, unit)
  const most = mostApplications(offer, visible)
  while (working.applications < most) {
    const taken = takeOnce(working)
    if (!taken) break
    const discount = discountFor(working, taken)
    if (discount === 0n) {
      putBack([...taken.consumed, ...taken.discounted])
      break
    }
    commit(working, taken, discount, most - working.applications)
  }
  return working
}

function begin(offer: OfferCandidate, visible: readonly LineUnits[], permits: Permits, unit: Cents): Working {
  const isCondition = isInRange(offer.condition.range)
  const reaches = reachOf(offer)
  const isConsumed = (line: PricedLine) => isRepeating(offer.condition) && isCondition(line)
  const dearestLast = visible.toSorted((a, b) => byPrice(a, b) || b.index - a.index)
  const cheapestLast = visible.toSorted((a, b) => byPrice(b, a) || b.index - a.index)
  return {
    offer,
    unit,
    permits,
    reaches,
    toConsume: dearestLast.filter(({ line }) => isConsumed(line)),
    toDiscount: cheapestLast.filter(({ line }) => reaches(line) && !isConsumed(line)),
    left: discountLeft(offer, unit),
    applications: 0,
    shares: new Map(),
  }
}

function mostApplications({ condition, max_cart_applications }: OfferCandidate, visible: readonly LineUnits[]): number {
  const most = max_cart_applications ?? Number.POSITIVE_INFINITY
  if (isRepeating(condition)) return most
  const lines = visible.map(({ line }) => line).filter(isInRange(condition.range))
  return isMet(condition, lines) ? Math.min(1, most) : 0
}

// Our choice: units that a condition consumed count as touched, like those that were discounted: they are what the customer gave for
// the discount, and must not buy another one from an offer that does not combine with this one.
function takeOnce({ offer, permits, reaches, toConsume, toDiscount }: Working): Taken | null {
  const consumed = isRepeating(offer.condition) ? consume(offer.condition, toConsume, permits) : []
  if (!consumed) return null
  const most = mostUnits(offer.benefit)
  const isOpen: Permits = (run, line) => permits(run, line) && isWorthMore(run, line)
  while (toDiscount.length > 0 && !hasUnits(toDiscount.at(-1)!, isOpen)) toDiscount.pop()
  const others = takeCheapest(toDiscount, most, isOpen)
  const isDiscounted = (piece: Piece) => reaches(piece.units.line) && isWorthMore(piece.source, piece.units.line)
  const [own, rest] = [consumed.filter(isDiscounted), consumed.filter(piece => !isDiscounted(piece))]
  const [discounted, spared] = cheapest([...own, ...others], most)
  const isOther = new Set(others.map(({ units }) => units.index))
  putBack(spared.filter(({ units }) => isOther.has(units.index)))
  return { consumed: [...rest, ...spared.filter(({ units }) => !isOther.has(units.index))], discounted }
}

function takeCheapest(pool: readonly LineUnits[], most: number, permits: Permits): Piece[] {
  const pieces: Piece[] = []
  let left = most
  for (let at = pool.length - 1; at >= 0 && left > 0; at--)
    for (const piece of take(pool[at]!, left, permits)) {
      pieces.push(piece)
      left -= piece.count
    }
  return pieces
}

/** Parts the cheapest units from the others, cutting a piece in two where the limit falls inside it. */
function cheapest(pieces: Piece[], most: number): [Piece[], Piece[]] {
  if (most === Number.POSITIVE_INFINITY) return [pieces, []]
  const chosen: Piece[] = []
  const spared: Piece[] = []
  let left = most
  for (const piece of pieces.toSorted((a, b) => byPrice(a.units, b.units) || a.units.index - b.units.index)) {
    const count = Math.min(left, piece.count)
    if (count > 0) chosen.push({ ...piece, count })
    if (count < piece.count) spared.push({ ...piece, count: piece.count - count })
    left -= count
  }
  return [chosen, spared]
}

function discountFor({ offer, unit, left }: Working, { discounted }: Taken): Cents {
  const discount = goodsDiscount(offer.benefit, sum(discounted.map(budget)), unit)
  return left === null ? discount : smaller(discount, left)
}

function commit(working: Working, taken: Taken, discount: Cents, most: number): void {
  const { offer, unit, shares } = working
  const times = repeat(working, taken, discount, most)
  const amounts = spread(discount, taken.discounted, unit)
  for (const piece of [...taken.discounted, ...taken.consumed]) {
    const amount = amounts.get(piece) ?? 0n
    settle(piece, amount, offer.id, unit, times)
    const { index } = piece.units
    shares.set(index, (shares.get(index) ?? 0n) + amount * BigInt(times))
  }
  if (working.left !== null) working.left -= discount * BigInt(times)
  working.applications += times
}

/** How often the very same application can be made, counting the one at hand; takes the units of the further ones. */
function repeat({ offer, left }: Working, { consumed, discounted }: Taken, discount: Cents, most: number): number {
  if (!isRepeating(offer.condition)) return 1
  const perRun = new Map<Piece['source'], number>()
  for (const { source, count } of [...consumed, ...discounted]) perRun.set(source, (perRun.get(source) ?? 0) + count)
  let further = most - 1
  if (left !== null) further = Math.min(further, Number(left / discount) - 1)
  for (const [source, count] of perRun) further = Math.min(further, Math.floor(source.count / count))
  for (const [source, count] of perRun) source.count -= count * further
  return further + 1
}

function byPrice(a: LineUnits, b: LineUnits): number {
  return a.line.unit_price < b.line.unit_price ? -1 : a.line.unit_price > b.line.unit_price ? 1 : 0
}
