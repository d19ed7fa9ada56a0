import { writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { CASES, type Case, type Ground } from './cases.ts'
import { compare } from './compare.ts'
import { startContender } from './contender.ts'
import { ask } from './load.ts'
import { type Measured, measure, type Plan } from './measure.ts'
import { line, type Memory, report } from './report.ts'
import { newOrder, type Shop } from './shop.ts'
import { openStage, type Stage } from './stage.ts'

const THOROUGH = { sizes: [1_000, 100_000], turns: 3, turn_ms: 1_700, warm_up_ms: 500 }
const QUICK = { sizes: [1_000, 20_000], turns: 1, turn_ms: 500, warm_up_ms: 200 }
const CLIENTS = [1, 16]
const LONG = 500
const REST_MS = 3_000
const RESULTS = new URL('../../docs/benchmarks.md', import.meta.url)

const { values: options, positionals } = parseArgs({ options: { quick: { type: 'boolean' } }, allowPositionals: true })
const cases = positionals.length === 0 ? CASES : CASES.filter(({ name }) => positionals.includes(name))
if (cases.length === 0) throw new Error(`There is no such case. There are: ${CASES.map(({ name }) => name).join(', ')}.`)
const plan = options.quick ? QUICK : THOROUGH

const memory: Memory = { idle_bytes: null, most_bytes: null }
const results: Measured[] = []
const stage = await openStage()
process.once('SIGINT', () => stage.close().then(() => process.exit(130)))
try {
  for (const orders of plan.sizes) results.push(...(await measureAll(stage, orders, cases, plan)))
} finally {
  await stage.close()
}
const text = report(results, memory, stage.postgres_version)
process.stdout.write(`\n${text}`)
// Only a whole and thorough run may replace the figures of the last one.
if (cases === CASES && !options.quick) await writeFile(RESULTS, text)

async function measureAll(
  { shop, databaseWith }: Stage,
  orders: number,
  cases: readonly Case[],
  plan: Plan,
): Promise<Measured[]> {
  const url = await databaseWith(orders)
  const floor = await startContender('floor', url)
  const ours = await startContender('shopwright', url)
  const results: Measured[] = []
  try {
    await sleep(REST_MS)
    memory.idle_bytes = Math.max(memory.idle_bytes ?? 0, (await ours.memoryBytes()) ?? 0) || null
    const ground = await groundOf(ours.port, shop, orders)
    for (const one of cases) {
      await compare(one, ground, floor, ours)
      for (const clients of CLIENTS) {
        const measured = await measure(one, ground, clients, { floor, ours }, plan)
        memory.most_bytes = Math.max(memory.most_bytes ?? 0, measured.ours.memory_bytes ?? 0) || null
        process.stdout.write(`${line(measured)}\n`)
        results.push(measured)
      }
    }
    return results
  } finally {
    await Promise.all([floor.stop(), ours.stop()])
  }
}

async function groundOf(port: number, shop: Shop, orders: number): Promise<Ground> {
  const body = newOrder(shop, LONG, 'long-order@example.com')
  const { number } = (await ask(port, shop.token, { method: 'POST', path: '/api/admin/orders/', body })) as { number: string }
  return { shop, orders, first_number: Number(number) - orders, long_order: number }
}
