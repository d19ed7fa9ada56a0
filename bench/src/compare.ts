import { deepStrictEqual } from 'node:assert'
import type { Case, Ground } from './cases.ts'
import type { Contender } from './contender.ts'
import { ask } from './load.ts'

const SAMPLES = 20

/** Fails unless both answer the same: reads to the letter but for links, writes with the same fields of the same kinds. */
export async function compare(one: Case, ground: Ground, floor: Contender, ours: Contender): Promise<void> {
  for (let sample = 0; sample < (one.writes ? 1 : SAMPLES); sample++) {
    const asked = one.request(ground)
    const documents = [await ask(floor.port, ground.shop.token, asked), await ask(ours.port, ground.shop.token, asked)]
    const [expected, actual] = documents.map(document => (one.writes ? shapeOf(document) : withoutLinks(document)))
    deepStrictEqual(actual, expected, `The floor answers something else than the server to ${asked.method} ${asked.path}`)
  }
}

function withoutLinks(document: unknown): unknown {
  const { next: _, previous: __, ...rest } = document as Record<string, unknown>
  return rest
}

function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (value === null || typeof value !== 'object') return value === null ? null : typeof value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]))
}
