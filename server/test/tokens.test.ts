import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { operations } from '../src/app.ts'
import { createToken } from '../src/areas/access/index.ts'
import { run, sql } from '../src/platform/sql.ts'
import { type CallOptions, startApi } from './harness.ts'
import { assertRefusal } from './refusal.ts'

// Parameters and a body that no operation takes: what is asked here is answered before they are looked at.
const nowhere = (path: string): CallOptions['params'] =>
  Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(found => [found[1], '0']))

describe('Asking without a valid token', () => {
  const api = startApi()

  for (const operation of operations) {
    test(`${operation.id} refuses a request without a token`, async () => {
      const answer = await api.call(operation, { params: nowhere(operation.path), token: '' })
      assertRefusal(answer, 401, 'not_authenticated')
      assert.equal(answer.headers.get('www-authenticate'), 'Bearer realm="api"')
    })

    test(`${operation.id} refuses an unknown token`, async () => {
      const answer = await api.call(operation, { params: nowhere(operation.path), token: `sat_${'x'.repeat(43)}` })
      assert.ok(answer.status === 401 || answer.status === 429)
      if (answer.status === 401) assert.equal(answer.headers.get('www-authenticate'), 'Bearer realm="api", error="invalid_token"')
    })
  }
})

describe('A token', () => {
  const api = startApi()
  const operation = operations.find(({ id }) => id === 'ordersRetrieve')!
  const params = nowhere(operation.path)

  const schemes: [string, number][] = [
    ['Basic dXNlcjpwYXNz', 401],
    ['Bearer', 401],
    ['Bearer  ', 401],
    ['Token abc', 401],
    [`Bearer ${'x'.repeat(4_000)}`, 401],
  ]
  for (const [header, status] of schemes)
    test(`is not "${header.slice(0, 20)}"`, async () => {
      assertRefusal(await api.call(operation, { params, token: '', headers: { Authorization: header } }), status)
    })

  test('may be announced as "bearer" in any case', async () => {
    for (const scheme of ['bearer', 'BEARER']) {
      const { status } = await api.call(operation, { params, token: '', headers: { Authorization: `${scheme} ${api.token}` } })
      assert.equal(status, 404)
    }
  })

  test('is not accepted in the address or two at a time', async () => {
    assertRefusal(await api.request(`/api/admin/orders/1/?access_token=${api.token}`), 401)
    assertRefusal(
      await api.call(operation, { params, token: '', headers: { Authorization: `Bearer ${api.token} ${api.token}` } }),
      401,
    )
  })

  test('is dead a second after it was revoked or its app was disabled', async () => {
    const revoked = await createToken(api.database.pool, api.store_id, 'revoked', ['admin:read'])
    const disabled = await createToken(api.database.pool, api.store_id, 'disabled', ['admin:read'])
    for (const token of [revoked, disabled]) assert.equal((await api.call(operation, { params, token })).status, 404)
    await run(api.database.pool, sql`update access_tokens set revoked_at = now() where last_four = ${revoked.slice(-4)}`)
    await run(api.database.pool, sql`update apps set disabled_at = now() where name = 'disabled'`)
    await new Promise(resolve => setTimeout(resolve, 1_050))
    for (const token of [revoked, disabled]) assertRefusal(await api.call(operation, { params, token }), 401, 'invalid_token')
  })

  test('that is not valid may be tried twenty times a second', async () => {
    const tries = await Promise.all(Array.from({ length: 40 }, () => api.call(operation, { params, token: 'sat_guess' })))
    const throttled = tries.filter(({ status }) => status === 429)
    assert.ok(throttled.length >= 20, `${throttled.length} of 40`)
    assertRefusal(throttled[0]!, 429, 'rate_limited')
    assert.equal((await api.call(operation, { params })).status, 404, 'valid tokens go on working')
  })

  test('is stored only as a hash', async () => {
    const { rows } = await api.database.pool.query('select to_json(t)::text as row from access_tokens t')
    for (const { row } of rows) assert.ok(!row.includes(api.token) && !row.includes(api.token.slice(4, 20)))
  })
})
