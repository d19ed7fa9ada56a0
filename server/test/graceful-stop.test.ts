import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { read } from '../src/platform/operation.ts'
import { anyToken } from '../src/platform/scopes.ts'
import { run, sql } from '../src/platform/sql.ts'
import { startApi } from './harness.ts'
import { startSmallApi } from './small-api.ts'

const slow = read({
  id: 'slow',
  summary: 'Take a moment.',
  method: 'GET',
  path: '/slow/',
  scopes: anyToken,
  response: Type.Unknown(),
  async handle({ db }) {
    await run(db, sql`select pg_sleep(0.8)`)
    return { body: { done: true } }
  },
})

describe('Stopping', () => {
  const api = startApi()
  const small = startSmallApi(api, [slow])

  test('finishes what runs, takes nothing new, and does not wait for idle connections', async () => {
    const agent = new Agent({ keepAlive: true })
    const get = () =>
      new Promise<string>((resolve, reject) => {
        const headers = { Authorization: `Bearer ${api.token}` }
        request(`${small.url}/slow/`, { agent, headers }, response => resolve(text(response)))
          .on('error', reject)
          .end()
      })
    await get()
    const running = get()
    await sleep(200)
    const before = Date.now()
    const stopped = small.stop()
    await sleep(50)
    await assert.rejects(fetch(`${small.url}/slow/`))
    assert.deepEqual(JSON.parse(await running), { done: true })
    await stopped
    assert.ok(Date.now() - before < 3_000, `stopping took ${Date.now() - before} ms`)
    agent.destroy()
  })
})
