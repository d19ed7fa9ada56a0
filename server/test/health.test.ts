import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { addHealth, type Vitals } from '../src/platform/health.ts'
import { createHttp } from '../src/platform/http.ts'
import { createLog } from '../src/platform/log.ts'
import { startApi } from './harness.ts'

describe('Asking a server how it is', () => {
  const api = startApi({ worker: true })

  test('it says that it lives, without a token', async () => {
    const { status, body } = await api.request('/healthz')
    assert.deepEqual([status, body], [200, { status: 'ok' }])
  })

  test('it says that it is ready, and how the worker and the queue are', async () => {
    const { status, body } = await api.request('/readyz')
    assert.equal(status, 200)
    assert.deepEqual([body.status, body.reason, body.worker], ['ready', null, 'running'])
    assert.deepEqual(Object.keys(body.jobs).sort(), ['failed', 'oldest_waiting_seconds', 'running', 'waiting'])
  })

  test('its figures are there for Prometheus', async () => {
    await api.request('/api/admin/orders/1/')
    const { status, body } = await api.request('/metrics')
    assert.equal(status, 200)
    const figures = String(body)
    assert.match(figures, /shopwright_http_request_duration_seconds_count\{operation="ordersRetrieve",status="401"\} 1\n/)
    for (const name of [
      'shopwright_sql_statements_total',
      'shopwright_jobs_waiting',
      'shopwright_jobs_failed',
      'shopwright_jobs_oldest_waiting_seconds',
      'process_resident_memory_bytes',
      'nodejs_eventloop_lag_seconds',
    ])
      assert.match(figures, new RegExp(`^${name}(\\{[^}]*\\})? [0-9.e+-]+$`, 'm'))
    assert.match(figures, /^shopwright_database_up 1$/m)
  })
})

describe('Jobs that nobody works on', () => {
  const api = startApi()

  test('show in readiness and in the figures', async () => {
    await api.database.pool.query(`select graphile_worker.add_job('nothing', run_at => now() - interval '90 seconds')`)
    await api.database.pool.query(`select graphile_worker.add_job('nothing', run_at => now() + interval '1 hour')`)
    const { body } = await api.request('/readyz')
    assert.equal(body.worker, 'off')
    assert.equal(body.jobs.waiting, 1)
    assert.ok(body.jobs.oldest_waiting_seconds >= 90)
    assert.match(String((await api.request('/metrics')).body), /^shopwright_jobs_waiting 1$/m)
  })
})

describe('A server is not ready', () => {
  const api = startApi()
  const stops: (() => Promise<unknown>)[] = []
  after(async () => void (await Promise.all(stops.map(stop => stop()))))

  async function readiness(vitals: Partial<Vitals>) {
    const { database } = api
    const platform = {
      database,
      authenticate: async () => undefined,
      rateLimiter: () => ({ admitted: true, remaining: 0, retry_after: 1 }),
      rate_limit_per_second: 0,
      public_url: '',
      page_size: 50,
    }
    const http = await createHttp(platform, [], { cors_origins: [], log: createLog('silent') })
    stops.push(() => http.close())
    addHealth(http, { database, migrations: [], worker: () => 'off', isStopping: () => false, ...vitals })
    const response = await fetch(`${await http.listen({ host: '127.0.0.1', port: 0 })}/readyz`)
    const { reason } = (await response.json()) as { reason: string }
    return { status: response.status, retry_after: response.headers.get('retry-after'), reason }
  }
  const away = (url: string, options: pg.PoolConfig = {}) => {
    const pool = new pg.Pool({ connectionString: url, ...options })
    stops.push(() => pool.end())
    return { ...api.database, pool }
  }

  test('while it stops', async () => {
    const { status, retry_after, reason } = await readiness({ isStopping: () => true })
    assert.deepEqual([status, retry_after, reason], [503, '5', 'This process is stopping.'])
  })

  test('while migrations of its version are missing', async () => {
    const { status, reason } = await readiness({ migrations: [{ name: '209901010000-not-applied.sql', text: '' }] })
    assert.equal(status, 503)
    assert.match(reason, /lacks migrations/)
  })

  test('while the database is away', async () => {
    const { status, reason } = await readiness({ database: away('postgres://nobody@127.0.0.1:1/nothing') })
    assert.deepEqual([status, reason], [503, 'The database cannot be reached.'])
  })

  test('while the database does not answer', async () => {
    const never = { query: () => sleep(60_000, undefined, { ref: false }) } as unknown as pg.Pool
    const before = Date.now()
    const { status, reason } = await readiness({ database: { ...api.database, pool: never } })
    assert.deepEqual([status, reason], [503, 'The database does not answer in time.'])
    assert.ok(Date.now() - before < 4_000)
  })
})
