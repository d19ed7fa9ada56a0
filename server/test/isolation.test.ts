import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { operations } from '../src/app.ts'
import { examples } from './examples.ts'
import { startApi } from './harness.ts'
import { assertRefusal } from './refusal.ts'

const withIds = operations.filter(({ path }) => path.includes(':'))
const unknown = (path: string) => Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(found => [found[1], 999_999_999]))

describe('What a store does not have', () => {
  const api = startApi()

  for (const operation of withIds.filter(({ id, body }) => body === undefined || examples[id]))
    test(`${operation.id} answers 404 for an unknown id, and announces nothing`, async () => {
      const example = await examples[operation.id]?.(api)
      const answer = await api.call(operation, { body: example?.body, params: unknown(operation.path) })
      assertRefusal(answer, 404, 'not_found')
      assert.deepEqual(answer.events, [])
    })
})

describe('What another store has', () => {
  const api = startApi()

  for (const operation of withIds.filter(({ id }) => examples[id]))
    test(`${operation.id} answers 404 for it, as if it were not there`, async () => {
      const example = await examples[operation.id]!(api)
      const { token } = await api.anotherStore()
      const answer = await api.call(operation, { ...example, token })
      assertRefusal(answer, 404, 'not_found')
      assert.deepEqual(answer.events, [])
      const owned = await api.call(operation, example)
      assert.notEqual(owned.status, 404, 'the example does exist in its own store')
    })
})
