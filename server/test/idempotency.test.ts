import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { Type } from 'typebox'
import { createToken } from '../src/areas/access/index.ts'
import { ApiError, conflict, invalidField } from '../src/platform/errors.ts'
import { holdClaim } from '../src/platform/idempotency.ts'
import { outsideWrite, write } from '../src/platform/operation.ts'
import { throttled } from '../src/platform/rate-limit.ts'
import { anyToken } from '../src/platform/scopes.ts'
import { run, sql } from '../src/platform/sql.ts'
import { startApi } from './harness.ts'
import { assertRefusal } from './refusal.ts'
import { startSmallApi } from './small-api.ts'

const response = Type.Unknown()
const body = Type.Object({ name: Type.Optional(Type.String()), seconds: Type.Optional(Type.Number()) })
const described = { summary: 'Write a name down.', method: 'POST', scopes: anyToken, body, response } as const
let failure: ApiError | Error | null = null

const add = write({
  ...described,
  id: 'add',
  path: '/names/',
  status: 201,
  async handle({ db, body }) {
    await run(db, sql`insert into names (name) values (${body.name ?? ''})`)
    await run(db, sql`select pg_sleep(${body.seconds ?? 0})`)
    if (failure) throw failure
    return { body: { name: body.name }, version: body.seconds === undefined ? 7 : undefined }
  },
})
const other = write({ ...add, id: 'other', path: '/other-names/' })
const outside = outsideWrite({
  ...described,
  id: 'outside',
  path: '/outside/',
  async handle({ transact, body, idempotency, db }) {
    await transact(tx => run(tx, sql`insert into names (name) values (${body.name ?? ''})`))
    if (failure && idempotency) await holdClaim(db, idempotency)
    if (failure) throw failure
    return { body: {} }
  },
})

describe('Repeating a request with an Idempotency-Key', () => {
  const api = startApi()
  const small = startSmallApi(api, [add, other, outside])
  let key = 0

  before(() => api.database.pool.query('create table names (name text)'))
  beforeEach(async () => {
    key++
    failure = null
    await api.database.pool.query('truncate names')
  })
  const post = (body: unknown, path = '/names/', headers: Record<string, string> = {}) =>
    small.send(path, { method: 'POST', body, headers: { 'Idempotency-Key': `key-${key}`, ...headers } })
  const written = async () => (await api.database.pool.query('select count(*)::integer as count from names')).rows[0].count
  const age = (interval: string) =>
    api.database.pool.query(`update idempotency_keys set created_at = now() - $1::interval where key = $2`, [
      interval,
      `key-${key}`,
    ])

  test('gets the first answer again, and does nothing', async () => {
    const first = await post({ name: 'Ada' })
    const again = await post({ name: 'Ada' })
    assert.deepEqual([first.status, first.headers.get('idempotency-replayed')], [201, null])
    assert.deepEqual([again.status, again.headers.get('idempotency-replayed'), again.text], [201, 'true', first.text])
    assert.deepEqual([first.headers.get('etag'), again.headers.get('etag')], ['"7"', '"7"'])
    assert.equal(await written(), 1)
  })

  test('gets no ETag when the first answer had none', async () => {
    await post({ name: 'Ada', seconds: 0 })
    const again = await post({ name: 'Ada', seconds: 0 })
    assert.deepEqual([again.headers.get('idempotency-replayed'), again.headers.get('etag')], ['true', null])
  })

  test('is the same request with and without the prefix and the last slash', async () => {
    await post({ name: 'Ada' })
    assert.equal((await post({ name: 'Ada' }, '/names')).headers.get('idempotency-replayed'), 'true')
    const headers = { Authorization: `Bearer ${api.token}`, 'Content-Type': 'application/json', 'Idempotency-Key': `key-${key}` }
    const bare = await fetch(`${small.url}/names/`, { method: 'POST', body: '{"name":"Ada"}', headers })
    assert.equal(bare.headers.get('idempotency-replayed'), 'true')
  })

  test('with another body is refused', async () => {
    await post({ name: 'Ada' })
    assertRefusal(await post({ name: 'Bob' }), 409, 'idempotency_mismatch')
    assert.equal(await written(), 1)
  })

  test('while the first one runs is refused for now', async () => {
    const slow = post({ name: 'Ada', seconds: 0.5 })
    await new Promise(resolve => setTimeout(resolve, 200))
    const meanwhile = await post({ name: 'Ada', seconds: 0.5 })
    assertRefusal(meanwhile, 409, 'idempotency_in_progress')
    assert.deepEqual([meanwhile.headers.get('retry-after'), meanwhile.body.retry_after], ['1', 1])
    assert.equal((await slow).status, 201)
    assert.equal((await post({ name: 'Ada', seconds: 0.5 })).headers.get('idempotency-replayed'), 'true')
  })

  test('twenty times at once does the work once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => post({ name: 'Ada' })))
    assert.equal(await written(), 1)
    for (const { status } of answers) assert.ok(status === 201 || status === 409)
  })

  for (const [name, refusal] of [
    ['a wrong value', invalidField('name', 'invalid', 'No.')],
    ['a conflict', conflict('conflict', 'No.')],
  ] as const)
    test(`gets a refusal again as well: ${name}`, async () => {
      failure = refusal
      const first = await post({ name: 'Ada' })
      failure = null
      const again = await post({ name: 'Ada' })
      assert.deepEqual(
        [again.status, again.headers.get('idempotency-replayed'), again.text],
        [refusal.status, 'true', first.text],
      )
      assert.equal(await written(), 0)
    })

  for (const [name, temporary] of [
    ['our own failure', new Error('bug')],
    ['a missing gateway', new ApiError(502, 'gateway_unavailable', 'No.')],
    ['haste', throttled(1)],
  ] as const)
    test(`tries again after ${name}`, async () => {
      failure = temporary
      assert.ok((await post({ name: 'Ada' })).status >= 429)
      failure = null
      const again = await post({ name: 'Ada' })
      assert.deepEqual([again.status, again.headers.get('idempotency-replayed')], [201, null])
      assert.equal(await written(), 1)
    })

  test('waits for as long as the outcome of a payment is unknown', async () => {
    failure = new ApiError(504, 'payment_outcome_unknown', 'Nobody knows yet.')
    assertRefusal(await post({ name: 'Ada' }, '/outside/'), 504, 'payment_outcome_unknown')
    failure = null
    await age('1 hour')
    assertRefusal(await post({ name: 'Ada' }, '/outside/'), 409, 'idempotency_in_progress')
    assert.equal(await written(), 1)
  })

  test('takes over after two minutes from a process that died, and not before', async () => {
    await post({ name: 'Ada' })
    await api.database.pool.query('update idempotency_keys set status = null, body = null where key = $1', [`key-${key}`])
    await age('1 minute')
    assertRefusal(await post({ name: 'Ada' }), 409, 'idempotency_in_progress')
    await age('3 minutes')
    assert.equal((await post({ name: 'Ada' })).headers.get('idempotency-replayed'), null)
    assert.equal(await written(), 2)
  })

  test('is a new request after a day', async () => {
    await post({ name: 'Ada' })
    await age('25 hours')
    const later = await post({ name: 'Bob' })
    assert.deepEqual([later.status, later.headers.get('idempotency-replayed')], [201, null])
  })

  test('is another request at another address, by another app and without the key', async () => {
    await post({ name: 'Ada' })
    const token = await createToken(api.database.pool, api.store_id, `app ${key}`, ['admin:write'])
    for (const answer of [
      await post({ name: 'Ada' }, '/other-names/'),
      await post({ name: 'Ada' }, '/names/', { Authorization: `Bearer ${token}` }),
      await small.send('/names/', { method: 'POST', body: { name: 'Ada' } }),
    ])
      assert.deepEqual([answer.status, answer.headers.get('idempotency-replayed')], [201, null])
    assert.equal(await written(), 4)
  })

  test('needs a key of 1 to 255 printable ASCII characters', async () => {
    for (const wrong of ['', 'x'.repeat(256), 'a b', 'schlüssel']) {
      const answer = await post({ name: 'Ada' }, '/names/', { 'Idempotency-Key': wrong })
      assertRefusal(answer, 400, 'validation_error')
      assert.deepEqual([answer.body.errors[0].in, answer.body.errors[0].field], ['header', 'Idempotency-Key'])
    }
    assert.equal((await post({ name: 'Ada' }, '/names/', { 'Idempotency-Key': 'x'.repeat(255) })).status, 201)
  })
})
