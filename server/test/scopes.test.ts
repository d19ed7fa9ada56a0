import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { operations } from '../src/app.ts'
import { allScopes } from '../src/areas/access/index.ts'
import { acceptedScopes } from '../src/platform/scopes.ts'
import { startApi } from './harness.ts'
import { assertRefusal } from './refusal.ts'

describe('A token with a single scope', () => {
  const api = startApi()
  const tokens = new Map<string, string>()
  before(async () => {
    for (const scope of allScopes) tokens.set(scope, await api.tokenWith(scope))
  })

  for (const operation of operations)
    test(`gets into ${operation.id} by one of its scopes only`, async () => {
      const accepted = acceptedScopes(operation.scopes, operation.method)
      const before = await eventCount()
      for (const [scope, token] of tokens) {
        const url = `${api.url}/api/admin${operation.path.replace(/:\w+/g, '0')}`
        // A body that no operation takes: those who get in change nothing either.
        const body = operation.method === 'GET' ? undefined : '[]'
        const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
        const response = await fetch(url, { method: operation.method, headers, body })
        const answer = { status: response.status, headers: response.headers, body: (await response.json()) as { detail: string } }
        if (accepted.length === 0 || accepted.includes(scope))
          assert.ok(![401, 403].includes(answer.status), `${scope}: ${answer.status}`)
        else {
          assertRefusal(answer, 403, 'insufficient_scope')
          assert.match(answer.headers.get('www-authenticate') ?? '', /error="insufficient_scope", scope="/)
          for (const name of accepted) assert.ok(answer.body.detail.includes(name))
        }
      }
      assert.equal(await eventCount(), before)
    })

  async function eventCount(): Promise<number> {
    return (await api.database.pool.query('select count(*) from events')).rows[0].count
  }
})

describe('The scopes of operations', () => {
  test('are scopes that a token can carry', () => {
    for (const operation of operations)
      for (const scope of operation.scopes.anyOf) assert.ok(allScopes.includes(scope), `${operation.id}: ${scope}`)
  })

  test('let a read scope write nothing', () => {
    for (const operation of operations)
      if (operation.method !== 'GET')
        assert.deepEqual(
          operation.scopes.anyOf.filter(scope => scope.endsWith(':read')),
          [],
          operation.id,
        )
  })
})
