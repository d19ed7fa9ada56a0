import { conflict, type FieldProblem, invalidField } from '../../../platform/errors.ts'
import { type RoutingInput, type RoutingLine, type Shelf, shelvesByVariant } from './shelves.ts'

/** Units of a line and the location that ships them. */
export interface Assignment {
  line: number
  location_id: number
  stock_record_id: number | null
  quantity: number
}

/** A line with the shelves that may serve it, nearest first. */
interface Demand {
  line: RoutingLine
  shelves: readonly Shelf[]
}

/**
 * Decides which location ships which line. Every unit is assigned exactly once, and tracked stock is never exceeded unless the
 * variant may be backordered. 400 when no location serves the country, 409 `insufficient_stock` when the stock is too small.
 */
export function route(input: RoutingInput): { assignments: Assignment[] } {
  const home = input.locations.find(location => location.is_default)
  if (home === undefined) throw new Error('A store always has a default location.')

  const demands = demandsOf(input, home.id)
  refuseShortStock(demands)
  const staysHome = ({ line, shelves }: Demand) => !line.requires_shipping || shelves.length === 0
  const assignments = demands.filter(staysHome).map(demand => assignHome(demand, home.id))

  let open = demands.filter(demand => !staysHome(demand))
  for (let best = busiestLocation(open); best; best = busiestLocation(open)) {
    for (const { demand, shelf } of best) assignments.push(take(demand.line, shelf, demand.line.quantity))
    const served = new Set(best.map(({ demand }) => demand))
    open = open.filter(demand => !served.has(demand))
  }
  // No single location has enough for the lines that remain.
  assignments.push(...open.flatMap(divide))
  return { assignments: assignments.sort((a, b) => a.line - b.line) }
}

function assignHome({ line, shelves }: Demand, location_id: number): Assignment {
  const [shelf] = shelves
  if (shelf) return take(line, shelf, line.quantity)
  return { line: line.index, location_id, stock_record_id: null, quantity: line.quantity }
}

function demandsOf(input: RoutingInput, homeId: number): Demand[] {
  const shelvesOf = shelvesByVariant(input)
  const serving = new Map([...shelvesOf].map(([variant, shelves]) => [variant, shelves.filter(({ serves }) => serves)]))
  return input.lines.map(line => {
    const shelves = shelvesOf.get(line.variant_id) ?? []
    if (!line.requires_shipping) return { line, shelves: shelves.filter(({ location_id }) => location_id === homeId) }
    const served = serving.get(line.variant_id) ?? []
    if (shelves.length > 0 && served.length === 0) throw unservedCountry(input.destination!.country)
    return { line, shelves: served }
  })
}

function unservedCountry(country: string) {
  return invalidField('shipping_address.country', 'invalid', `No location that stocks the product ships to ${country}.`)
}

/** Lines of one variant draw on the same stock, so each is checked against what those before it leave. */
function refuseShortStock(demands: readonly Demand[]): void {
  const claimed = new Map<number, number>()
  const problems: FieldProblem[] = []
  for (const { line, shelves } of demands) {
    if (!line.tracked || (line.allow_backorders && shelves.length > 0)) continue
    const before = claimed.get(line.variant_id) ?? 0
    const stock = shelves.reduce((sum, shelf) => sum + Math.max(0, shelf.left), 0)
    const available = Math.max(0, stock - before)
    if (line.quantity > available) problems.push(shortage(line, available))
    else claimed.set(line.variant_id, before + line.quantity)
  }
  if (problems.length > 0) throw conflict('insufficient_stock', 'There is not enough stock.', problems)
}

function shortage({ index, quantity }: RoutingLine, available: number): FieldProblem {
  const message = `${quantity} wanted, ${available} available.`
  return { in: 'body', field: `lines.${index}.quantity`, code: 'insufficient_stock', message }
}

interface Choice {
  demand: Demand
  shelf: Shelf
}

/** The lines of the location that can serve most of them, the nearest among equals; nothing when no line can be served whole. */
function busiestLocation(demands: readonly Demand[]): Choice[] | undefined {
  return choicesByLocation(demands).reduce<Choice[] | undefined>((best, choices) => {
    if (best === undefined || choices.length > best.length) return choices
    return choices.length === best.length && choices[0]!.shelf.rank < best[0]!.shelf.rank ? choices : best
  }, undefined)
}

/** For each location the lines that it could serve together from what it has left. */
function choicesByLocation(demands: readonly Demand[]): Choice[][] {
  const choices = new Map<number, Choice[]>()
  const reserved = new Map<Shelf, number>()
  for (const demand of demands) {
    for (const shelf of bestShelves(demand)) {
      const { quantity, tracked } = demand.line
      const after = (reserved.get(shelf) ?? 0) + quantity
      if (tracked && shelf.left >= quantity && shelf.left < after) continue
      reserved.set(shelf, after)
      choices.getOrInsert(shelf.location_id, []).push({ demand, shelf })
    }
  }
  return [...choices.values()]
}

/** The shelves that can serve the whole line, of the best tier among them. */
function bestShelves({ line, shelves }: Demand): readonly Shelf[] {
  const enough = line.tracked ? shelves.filter(({ left }) => left >= line.quantity) : shelves
  if (enough.length === 0 && line.allow_backorders) return [fullest(shelves)[0]!]
  const tier = Math.min(...enough.map(shelf => shelf.tier))
  return enough.filter(shelf => shelf.tier === tier)
}

/** Fills a line from the greatest stock downward. */
function divide({ line, shelves }: Demand): Assignment[] {
  let wanted = line.quantity
  const parts: Assignment[] = []
  for (const shelf of fullest(shelves)) {
    const quantity = Math.min(wanted, Math.max(0, shelf.left))
    if (quantity > 0) parts.push(take(line, shelf, quantity))
    wanted -= quantity
  }
  if (wanted > 0) throw new Error(`Line ${line.index} lacks ${wanted} units that were counted as available.`)
  return parts
}

const fullest = (shelves: readonly Shelf[]) => [...shelves].sort((a, b) => b.left - a.left)

function take(line: RoutingLine, shelf: Shelf, quantity: number): Assignment {
  shelf.left -= quantity
  return { line: line.index, location_id: shelf.location_id, stock_record_id: shelf.stock_record_id, quantity }
}
