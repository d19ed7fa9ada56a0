import type { Case, Ground } from './cases.ts'
import type { Contender } from './contender.ts'
import { type Load, load } from './load.ts'

export interface Figures {
  requests_per_second: number
  p50_ms: number
  p99_ms: number
  cpu_seconds_per_1000: number | null
  /** Round trips to the database, the beginning and the end of a transaction included. */
  statements: number | null
  memory_bytes: number | null
}

export interface Measured {
  case: Case
  orders: number
  clients: number
  floor: Figures
  ours: Figures
  /** Our requests per second over those of the floor. */
  ratio: number
}

export interface Plan {
  turns: number
  turn_ms: number
  warm_up_ms: number
}

// The counter knows the statements of operations; begin and commit go past it.
const FRAME_OF_A_TRANSACTION = 2

/** Measures the two in turns, so that both meet the same weather, and takes the median of each figure. */
export async function measure(
  one: Case,
  ground: Ground,
  clients: number,
  contenders: { floor: Contender; ours: Contender },
  plan: Plan,
): Promise<Measured> {
  const { floor, ours } = contenders
  const taken = { floor: [] as Figures[], ours: [] as Figures[] }
  const next = () => one.request(ground)
  for (const contender of [floor, ours]) await load(contender.port, ground.shop.token, clients, plan.warm_up_ms, next)
  for (let turn = 0; turn < plan.turns; turn++) {
    taken.floor.push(await takeTurn(floor, one, ground, clients, plan.turn_ms))
    taken.ours.push(await takeTurn(ours, one, ground, clients, plan.turn_ms))
  }
  const figures = { floor: medians(taken.floor), ours: medians(taken.ours) }
  const ratio = figures.ours.requests_per_second / figures.floor.requests_per_second
  return { case: one, orders: ground.orders, clients, ...figures, ratio }
}

async function takeTurn(contender: Contender, one: Case, ground: Ground, clients: number, turn_ms: number): Promise<Figures> {
  const before = await contender.statements()
  const cpuBefore = await contender.cpuSeconds()
  const loaded = await load(contender.port, ground.shop.token, clients, turn_ms, () => one.request(ground))
  const cpu = await contender.cpuSeconds()
  const memory_bytes = await contender.memoryBytes()
  const after = await contender.statements()
  return {
    ...speedOf(loaded),
    cpu_seconds_per_1000: cpu === null || cpuBefore === null ? null : ((cpu - cpuBefore) / loaded.requests) * 1_000,
    statements: before === null || after === null ? null : statementsOf(one, after - before, loaded.requests),
    memory_bytes,
  }
}

// Reading the counter costs a statement as well.
const statementsOf = (one: Case, counted: number, requests: number): number =>
  (counted - 1) / requests + (one.writes ? FRAME_OF_A_TRANSACTION : 0)

function speedOf({ requests, seconds, durations }: Load) {
  const quantile = (part: number) => durations[Math.min(requests - 1, Math.floor(requests * part))]!
  return { requests_per_second: requests / seconds, p50_ms: quantile(0.5), p99_ms: quantile(0.99) }
}

function medians(figures: Figures[]): Figures {
  const of = (name: keyof Figures) => figures.map(one => one[name])
  const median = (name: keyof Figures): number | null => {
    const values = of(name)
      .filter(value => value !== null)
      .sort((a, b) => a - b)
    if (values.length === 0) return null
    const middle = values.length / 2
    return values.length % 2 === 1 ? values[Math.floor(middle)]! : (values[middle - 1]! + values[middle]!) / 2
  }
  return {
    requests_per_second: median('requests_per_second')!,
    p50_ms: median('p50_ms')!,
    p99_ms: median('p99_ms')!,
    cpu_seconds_per_1000: median('cpu_seconds_per_1000'),
    statements: median('statements'),
    memory_bytes: median('memory_bytes'),
  }
}
