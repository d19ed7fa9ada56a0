import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { operations } from '../src/app.ts'
import { startApi } from './harness.ts'
import { assertRefusal } from './refusal.ts'

const withBody = operations.filter(({ body }) => body !== undefined)
const paramsOf = (path: string) => Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(found => [found[1], 1]))

describe('Every operation with a body', () => {
  const api = startApi()

  for (const operation of withBody) {
    const params = paramsOf(operation.path)

    for (const [name, body, code] of [
      ['broken JSON', '{"a":', 'malformed_json'],
      ['a list', '[]', 'validation_error'],
      ['NUL', '{"a":"\\u0000"}', 'validation_error'],
      ['half a character', '{"a":"\\ud800"}', 'validation_error'],
    ] as const)
      test(`${operation.id} refuses ${name}`, async () => assertRefusal(await api.call(operation, { params, body }), 400, code))

    test(`${operation.id} refuses another content type`, async () => {
      assertRefusal(await api.call(operation, { params, body: '{}', headers: { 'Content-Type': 'text/plain' } }), 415)
    })

    test(`${operation.id} has a refusal, and never a failure of its own, for any JSON`, async () => {
      const names = Object.keys((operation.body as { properties?: object }).properties ?? {})
      const field = fc.tuple(fc.constantFrom(...names, 'unknown'), fc.jsonValue({ maxDepth: 3 }))
      const body = fc.array(field, { maxLength: 6 }).map(fields => JSON.stringify(Object.fromEntries(fields)))
      await fc.assert(
        fc.asyncProperty(body, async body => {
          const answer = await api.call(operation, { params, body })
          assert.ok(answer.status < 500, `${answer.status} for ${body}: ${JSON.stringify(answer.body)}`)
          if (answer.status >= 400) assertRefusal(answer, answer.status)
        }),
        { numRuns: 25 },
      )
    })
  }
})

describe('Every operation with a query', () => {
  const api = startApi()

  for (const operation of operations.filter(({ query }) => query !== undefined))
    test(`${operation.id} has a refusal, and never a failure of its own, for any text`, async () => {
      const names = Object.keys(operation.query!.properties)
      const values = fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('\u0000', '9223372036854775808', '-1', '1,2,x', 'cD1hYmM=', "'", '%'),
      )
      await fc.assert(
        fc.asyncProperty(fc.dictionary(fc.constantFrom(...names), values, { maxKeys: 4 }), async query => {
          const answer = await api.call(operation, { params: paramsOf(operation.path), query })
          assert.ok(answer.status < 500, `${answer.status} for ${JSON.stringify(query)}`)
          if (answer.status >= 400) assertRefusal(answer, answer.status)
        }),
        { numRuns: 25 },
      )
    })
})
