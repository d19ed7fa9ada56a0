import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { TSchema } from 'typebox'
import { createToken } from '../src/areas/access/index.ts'
import { createStore, type NewStore } from '../src/areas/stores/index.ts'
import { readConfiguration } from '../src/platform/config.ts'
import type { Database } from '../src/platform/database.ts'
import { createLog } from '../src/platform/log.ts'
import type { Operation } from '../src/platform/operation.ts'
import { many, sql } from '../src/platform/sql.ts'
import { checkOf } from '../src/platform/validation.ts'
import { type Running, startServer } from '../src/start.ts'

export interface CallOptions {
  params?: Record<string, string | number>
  query?: Record<string, string | number | boolean | readonly (string | number)[]>
  body?: unknown
  token?: string
  headers?: Record<string, string>
}

export interface CallAnswer {
  status: number
  // The harness has checked a good answer against the schema of its operation.
  // biome-ignore lint/suspicious/noExplicitAny: tests read it freely
  body: any
  headers: Headers
  /** What the call announced, oldest first. */
  events: string[]
}

export interface Api {
  url: string
  database: Database
  store_id: number
  /** A token of the store that may do everything. */
  token: string
  call(operation: Operation, options?: CallOptions): Promise<CallAnswer>
  /** The plain request, for what no operation describes. */
  request(path: string, init?: RequestInit): Promise<CallAnswer>
  tokenWith(...scopes: string[]): Promise<string>
  anotherStore(store?: Partial<NewStore>): Promise<{ store_id: number; token: string }>
}

export interface ApiOptions {
  store?: Partial<NewStore>
  settings?: Record<string, string>
  /** Work on the queue in this process; off unless asked for. */
  worker?: boolean
}

/** Starts the server on a database of its own for the tests of a file. */
export function startApi(options: ApiOptions = {}): Api {
  const server = process.env.TEST_DATABASE_URL
  if (!server) throw new Error('Run tests with `npm test`, or `npm test -- path/to/file.test.ts`.')
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`
  const address = new URL(server)
  address.pathname = `/${name}`
  let running: Running

  const api = {
    async call(operation, { params = {}, query = {}, body, token = api.token, headers = {} } = {}) {
      const path = operation.path.replace(/:(\w+)/g, (_, key) => encodeURIComponent(String(params[key])))
      const search = new URLSearchParams()
      for (const [key, value] of Object.entries(query))
        for (const one of Array.isArray(value) ? value : [value]) search.append(key, String(one))
      const answer = await api.request(`/api/admin${path}${search.size > 0 ? `?${search}` : ''}`, {
        method: operation.method,
        headers: {
          ...(token ? { Authorization: `Bearer ${token}` } : {}),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
      })
      if (answer.status < 300 && answer.status !== 204) assertShape(operation, answer.body)
      return answer
    },
    async request(path, init = {}) {
      const before = await lastEvent(api.database)
      const response = await fetch(`${api.url}${path}`, init)
      const text = await response.text()
      const body = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
      return { status: response.status, body, headers: response.headers, events: await eventsAfter(api.database, before) }
    },
    tokenWith: (...scopes) => createToken(api.database.pool, api.store_id, randomBytes(6).toString('hex'), scopes),
    async anotherStore(store = {}) {
      const store_id = await createStore(api.database.pool, newStore(store))
      return { store_id, token: await createToken(api.database.pool, store_id, 'tests', ['admin:read', 'admin:write']) }
    },
  } as Api

  before(async () => {
    await administer(server, `create database ${name} template shopwright_template`)
    const configuration = readConfiguration({
      PORT: '0',
      RATE_LIMIT_PER_SECOND: '0',
      WORKER: options.worker ? 'on' : 'off',
      ...options.settings,
    })
    running = await startServer(configuration, address.href, createLog(process.env.TEST_LOG ?? 'silent'), true)
    const { url, database } = running
    const store_id = await createStore(database.pool, newStore(options.store))
    Object.assign(api, {
      url,
      database,
      store_id,
      token: await createToken(database.pool, store_id, 'tests', ['admin:read', 'admin:write']),
    })
  })
  after(async () => {
    await running?.stop()
    await untilDeserted(server, name)
    await administer(server, `drop database if exists ${name} with (force)`)
  })
  return api
}

const newStore = (store: Partial<NewStore> = {}): NewStore => ({
  name: 'Harbour Lights',
  label: `harbour-${randomBytes(4).toString('hex')}`,
  currencies: [{ code: 'USD' }, { code: 'EUR' }],
  ...store,
})

const checks = new Map<Operation, ReturnType<typeof checkOf>>()

/** Fails when a good answer has left the contract of its operation. */
export function assertShape(operation: Operation, body: unknown): void {
  const check = checks.get(operation) ?? checkOf(operation.response as TSchema, 'body')
  checks.set(operation, check)
  assert.deepEqual(check(body), [], `${operation.id} answered outside its schema`)
}

/** Waits for connections that are being closed: a database that is dropped under them would make them fail. */
async function untilDeserted(server: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  for (let attempt = 0; attempt < 100; attempt++) {
    const { rows } = await client.query('select count(*)::integer as open from pg_stat_activity where datname = $1', [name])
    if (rows[0].open === 0) break
    await sleep(20)
  }
  await client.end()
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement)
  await client.end()
}

async function lastEvent({ pool }: Database): Promise<number> {
  const { rows } = await pool.query('select coalesce(max(id), 0) as id from events')
  return rows[0].id
}

async function eventsAfter({ pool }: Database, id: number): Promise<string[]> {
  return (await many<{ type: string }>(pool, sql`select type from events where id > ${id} order by id`)).map(event => event.type)
}
