import { byNearness, type Place } from './nearness.ts'

export interface RoutingLine {
  /** The place of the line in the request, for errors. */
  index: number
  variant_id: number
  quantity: number
  requires_shipping: boolean
  tracked: boolean
  allow_backorders: boolean
}

export interface RoutingStock {
  stock_record_id: number
  variant_id: number
  location_id: number
  /** In stock and not allocated; negative when units are owed. */
  net: number
}

export interface RoutingLocation extends Place {
  id: number
  allowed_destination_countries: string[]
  is_default: boolean
}

export interface RoutingInput {
  lines: readonly RoutingLine[]
  stock: readonly RoutingStock[]
  locations: readonly RoutingLocation[]
  destination: Place | null
  /** Locations that already ship for the order: they are taken first where they have enough. */
  preferred_location_ids?: readonly number[]
}

/** The stock of one variant at one location. `left` falls as lines are assigned. */
export interface Shelf {
  stock_record_id: number
  location_id: number
  /** Whether the location ships to the destination. */
  serves: boolean
  /** How near the location is: 0 is the nearest. */
  rank: number
  /** 0 is taken before 1, and 1 before 2. */
  tier: number
  left: number
}

/** The shelves of each variant, nearest location first. */
export function shelvesByVariant({
  stock,
  locations,
  destination,
  preferred_location_ids = [],
}: RoutingInput): Map<number, Shelf[]> {
  const preferred = new Set(preferred_location_ids)
  const places = new Map(
    [...locations].sort(byNearness(destination)).map((location, rank) => {
      const countries = location.allowed_destination_countries
      const named = destination !== null && countries.includes(destination.country)
      const serves = destination === null || countries.length === 0 || named
      // Our choice: a location that already ships for the order goes before one that names the country.
      return [location.id, { rank, serves, tier: preferred.has(location.id) ? 0 : named ? 1 : 2 }]
    }),
  )
  const shelves = stock
    .filter(({ location_id }) => places.has(location_id))
    .sort((a, b) => places.get(a.location_id)!.rank - places.get(b.location_id)!.rank)
    .map(({ variant_id, stock_record_id, location_id, net }) => {
      return { variant_id, shelf: { stock_record_id, location_id, ...places.get(location_id)!, left: net } }
    })
  const grouped = Map.groupBy(shelves, ({ variant_id }) => variant_id)
  return new Map([...grouped].map(([variant_id, group]) => [variant_id, group.map(({ shelf }) => shelf)]))
}
