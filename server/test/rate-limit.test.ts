import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { Type } from 'typebox'
import { createToken } from '../src/areas/access/index.ts'
import { read } from '../src/platform/operation.ts'
import { databaseRateLimiter, memoryRateLimiter } from '../src/platform/rate-limit.ts'
import { anyOf, anyToken } from '../src/platform/scopes.ts'
import { startApi } from './harness.ts'
import { assertRefusal } from './refusal.ts'
import { startSmallApi } from './small-api.ts'

const ping = read({
  id: 'ping',
  summary: 'Answer.',
  method: 'GET',
  path: '/ping/',
  scopes: anyToken,
  response: Type.Unknown(),
  handle: async () => ({ body: {} }),
})
const locked = read({ ...ping, id: 'locked', path: '/locked/', scopes: anyOf('orders:read') })

describe('Limiting the rate in one process', () => {
  test('admits four in any second, and forgets what it refused', async () => {
    let now = 0
    const limiter = memoryRateLimiter(() => 1_700_000_000_000 + now)
    const course: [at: number, admitted: boolean][] = [
      [0, true],
      [50, true],
      [100, true],
      [150, true],
      [200, false],
      [900, false],
      [1_000, true],
      [1_049, false],
      [1_050, true],
      [1_099, false],
      [1_100, true],
      [1_150, true],
      [1_151, false],
    ]
    for (const [at, admitted] of course) {
      now = at
      assert.equal((await limiter('token', 4)).admitted, admitted, `at ${at}`)
    }
  })

  test('never admits more than the limit in any second, and always lets a steady client through', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 60 }),
        async (limit, gaps) => {
          let now = 1_700_000_000_000
          const limiter = memoryRateLimiter(() => now)
          const admitted: number[] = []
          for (const gap of gaps) {
            now += gap
            if ((await limiter('token', limit)).admitted) admitted.push(now)
            else assert.equal(admitted.filter(at => at > now - 1_000).length, limit, 'refused only when the second is full')
          }
          for (const at of admitted) assert.ok(admitted.filter(other => other >= at && other < at + 1_000).length <= limit)
        },
      ),
    )
  })

  test('says what is left and when to come back', async () => {
    const limiter = memoryRateLimiter(() => 1_700_000_000_000)
    assert.deepEqual(await limiter('a', 2), { admitted: true, remaining: 1, retry_after: 1 })
    assert.deepEqual(await limiter('a', 2), { admitted: true, remaining: 0, retry_after: 1 })
    assert.deepEqual(await limiter('a', 2), { admitted: false, remaining: 0, retry_after: 1 })
    assert.equal((await limiter('b', 2)).admitted, true, 'another key has its own second')
  })
})

describe('Limiting the rate over several processes', () => {
  const api = startApi()

  test('admits exactly the limit of those who come at once, by whichever process', async () => {
    const limiters = [databaseRateLimiter(api.database.pool), databaseRateLimiter(api.database.pool)]
    for (const limit of [1, 4, 25]) {
      const tries = await Promise.all(Array.from({ length: 60 }, (_, index) => limiters[index % 2]!(`limit ${limit}`, limit)))
      assert.equal(tries.filter(({ admitted }) => admitted).length, limit)
    }
  })

  test('admits again when the second is over', async () => {
    const limiter = databaseRateLimiter(api.database.pool)
    const outcomes: boolean[] = []
    for (const wait of [0, 0, 0, 1_020, 0, 0]) {
      await sleep(wait)
      outcomes.push((await limiter('again', 2)).admitted)
    }
    assert.deepEqual(outcomes, [true, true, false, true, true, false])
  })
})

describe('A client over its rate', () => {
  const api = startApi()
  const small = startSmallApi(api, [ping, locked], { platform: { rate_limit_per_second: 4 } })

  test('is told to come back in a second, whatever it asks for', async () => {
    const answers = []
    for (let i = 0; i < 6; i++) answers.push(await small.send('/ping/'))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200, 429, 429],
    )
    assert.deepEqual(
      answers.map(({ headers }) => headers.get('x-ratelimit-remaining')),
      ['3', '2', '1', '0', '0', '0'],
    )
    const refused = answers[4]!
    assertRefusal(refused, 429, 'rate_limited')
    assert.equal(refused.headers.get('x-ratelimit-limit'), '4')
    assert.equal(refused.headers.get('retry-after'), '1')
    assert.equal(refused.body.retry_after, 1)
  })

  test('spends it on refusals too, but another token has its own, and may have another figure', async () => {
    const { pool } = api.database
    const [plain, generous] = [
      await createToken(pool, api.store_id, 'plain', ['users:read']),
      await createToken(pool, api.store_id, 'generous', [], 0),
    ]
    const statuses = async (token: string, path: string) => {
      const found: number[] = []
      for (let i = 0; i < 6; i++) found.push((await small.send(path, { headers: { Authorization: `Bearer ${token}` } })).status)
      return found
    }
    assert.deepEqual(await statuses(plain, '/locked/'), [403, 403, 403, 403, 429, 429])
    assert.deepEqual(await statuses(generous, '/ping/'), [200, 200, 200, 200, 200, 200])
  })
})
