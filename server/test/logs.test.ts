import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { Type } from 'typebox'
import { ApiError } from '../src/platform/errors.ts'
import { createLog } from '../src/platform/log.ts'
import { write } from '../src/platform/operation.ts'
import { anyToken } from '../src/platform/scopes.ts'
import { run, sql } from '../src/platform/sql.ts'
import { startApi } from './harness.ts'
import { startSmallApi } from './small-api.ts'

const described = {
  summary: 'Take a secret.',
  method: 'POST',
  scopes: anyToken,
  body: Type.Object({ email: Type.String(), card_token: Type.String() }),
  response: Type.Unknown(),
} as const
const take = write({ ...described, id: 'take', path: '/take/', handle: async () => ({ body: {} }) })
const fail = write({
  ...described,
  id: 'fail',
  path: '/fail/',
  async handle({ db, body }) {
    await run(db, sql`insert into secrets (email) values (${body.email}), (null)`)
    return null
  },
})
let cause: Error | undefined
const waitInVain = write({
  ...described,
  id: 'waitInVain',
  path: '/wait-in-vain/',
  async handle() {
    throw Object.assign(new ApiError(504, 'payment_outcome_unknown', 'Nobody knows yet.'), { cause })
  },
})

const secrets = { email: 'ada@example.com', card_token: '01JEN3G3VP12C9KC75B' }

describe('The log', () => {
  const api = startApi()
  const written: string[] = []
  const log = createLog('trace', { write: line => void written.push(line) })
  const small = startSmallApi(api, [take, fail, waitInVain], { log })
  beforeEach(() => void written.splice(0))

  const lines = () => written.map(line => JSON.parse(line))
  const post = (path: string, body: unknown, headers = {}) =>
    small.send(`${path}?email=${secrets.email}`, {
      method: 'POST',
      body,
      headers: { 'X-Request-Id': 'request-1', 'Idempotency-Key': secrets.card_token, ...headers },
    })

  test('has one line a request, with who, what, how long and how it ended', async () => {
    await post('/take/', secrets)
    const [line, ...others] = lines()
    assert.deepEqual(others, [])
    const { rows } = await api.database.pool.query('select label from stores where id = $1', [api.store_id])
    assert.deepEqual(
      [line.request_id, line.store, line.operation, line.method, line.status],
      ['request-1', rows[0].label, 'take', 'POST', 200],
    )
    assert.equal(typeof line.duration_ms, 'number')
    assert.ok(!Number.isNaN(Date.parse(line.time)))
  })

  test('holds no token, no e-mail address, no card token and no body, whatever happens', async () => {
    await api.database.pool.query('create table if not exists secrets (email text primary key)')
    const answers = [
      await post('/take/', secrets),
      await post('/take/', { email: 1, card_token: secrets.card_token }),
      await post('/take/', `{"email":"${secrets.email}"`),
      await post('/take/', secrets, { Authorization: 'Bearer sat_wrongwrongwrong' }),
      await post('/fail/', secrets, { 'Idempotency-Key': 'another' }),
      await post('/nowhere/', secrets),
    ]
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 400, 400, 401, 500, 404],
    )
    const all = written.join('')
    assert.ok(lines().some(({ msg }) => msg === 'failure'))
    for (const secret of [secrets.email, secrets.card_token, api.token, 'sat_wrong', 'Bearer'])
      assert.ok(!all.includes(secret), `found ${secret} in ${written.find(line => line.includes(secret))}`)
  })

  test('has the cause of a failure, which the client is not told', async () => {
    await api.database.pool.query('create table if not exists secrets (email text primary key)')
    const { status, body } = await post('/fail/', secrets, { 'Idempotency-Key': 'once-more' })
    assert.deepEqual([status, body.code, body.detail], [500, 'internal_error', 'Something went wrong on our side.'])
    const failure = lines().find(({ msg }) => msg === 'failure')
    assert.deepEqual(
      [failure.request_id, failure.operation, failure.cause.code, failure.cause.table],
      ['request-1', 'fail', '23502', 'secrets'],
    )
    assert.match(failure.cause.stack, /logs\.test\.ts/)
  })

  test('has what broke on our side while a gateway was asked, and nothing when it was only silent', async () => {
    for (const broken of [new Error('the wire was cut'), undefined]) {
      cause = broken
      written.splice(0)
      assert.equal((await post('/wait-in-vain/', secrets, { 'Idempotency-Key': `wait-${broken}`.replace(/ /g, '') })).status, 504)
      assert.equal(lines().find(({ msg }) => msg === 'failure')?.cause.message, broken?.message)
    }
  })
})
