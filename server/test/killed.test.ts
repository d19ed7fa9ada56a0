import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { subscribers, tasks } from '../src/app.ts'
import { createToken } from '../src/areas/access/index.ts'
import { createStore } from '../src/areas/stores/index.ts'
import { joinDatabaseServer } from '../src/database-server.ts'
import { readConfiguration } from '../src/platform/config.ts'
import { createDatabase, type Database } from '../src/platform/database.ts'
import { createLog } from '../src/platform/log.ts'
import { NEW_YORK } from './buyers.ts'
import type { Api } from './harness.ts'
import { assertOrderInvariants } from './invariants.ts'
import { makeWorld, type World } from './world.ts'

const LOAD_MS = 1_500
const ROUNDS = 2

describe('A server that is killed while it works', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shopwright-killed-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  test('keeps every order that it answered, and the sums are right after the restart', { timeout: 120_000 }, async () => {
    let server = await startServer(folder)
    let database = await connect(folder)
    const store_id = await createStore(database.pool, {
      name: 'Killed',
      label: 'killed',
      currencies: [{ code: 'USD' }, { code: 'EUR' }],
    })
    const token = await createToken(database.pool, store_id, 'load', ['admin:read', 'admin:write'])
    const shop = await makeWorld({ database, store_id } as Api, { stock: { lantern: 100_000, mug: 5, shirt_small: 1_000 } })

    for (let round = 1; round <= ROUNDS; round++) {
      const answered = await load(server.url, token, shop, () => kill(server.child, folder))
      assert.ok(answered.length > 0, 'the load must have placed orders')
      await database.close()
      server = await startServer(folder)
      database = await connect(folder)
      await settleWhatIsOpen(database)

      const { rows } = await database.pool.query('select number from orders where store_id = $1 and number = any($2::bigint[])', [
        store_id,
        answered,
      ])
      assert.equal(rows.length, answered.length, 'an answered order is missing')
      await assertOrderInvariants(database.pool, store_id)
      await assertMoneyAgrees(database)
    }
    await database.close()
    server.child.kill('SIGTERM')
    await new Promise(resolve => server.child.once('exit', resolve))
  })
})

async function startServer(folder: string): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts'), '--empty'], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'fatal', RATE_LIMIT_PER_SECOND: '0' },
  })
  let printed = ''
  for await (const chunk of child.stdout!) {
    printed += chunk
    const url = /API\s+(http\S+)\/api\/admin\//.exec(printed)?.[1]
    if (url) {
      child.stdout!.resume()
      return { child, url }
    }
  }
  throw new Error(`The server did not start: ${printed}`)
}

async function connect(folder: string): Promise<Database> {
  const { url } = await joinDatabaseServer(readConfiguration({ DATA_DIR: folder }))
  return createDatabase({ url, subscribers })
}

/** Several clients at once until the server is gone; the numbers of the orders that it has answered. */
async function load(url: string, token: string, shop: World, killNow: () => Promise<void>): Promise<string[]> {
  const answered: string[] = []
  let running = true
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const call = async (method: string, path: string, body: object) => {
    const response = await fetch(`${url}/api/admin${path}`, { method, headers, body: JSON.stringify(body) })
    return { status: response.status, body: (await response.json()) as { number: string } }
  }
  const client = async (which: number) => {
    for (let turn = 0; running; turn++) {
      const card =
        turn % 2
          ? { payment_method: 'card_token', payment_details: { card_token: `test_gw_slow_${which * 3}` } }
          : { payment_method: 'external' }
      const lines = [
        { product_id: shop.variants.lantern, quantity: 1 },
        { product_id: turn % 3 ? shop.variants.candle : shop.variants.mug, quantity: 2 },
      ]
      const user = { email: `load-${which}-${turn % 5}@example.com` }
      const { status, body } = await call('POST', '/orders/', { user, shipping_address: NEW_YORK, lines, ...card })
      if (status === 201) answered.push(body.number)
      if (turn % 4 === 0) await call('PATCH', `/orders/${body.number}/`, { tags: [`turn ${turn}`] })
      if (turn % 4 === 1) await call('POST', `/orders/${body.number}/cancel/`, { cancel_reason: 'load', full_refund: true })
      if (turn % 4 === 2) await call('POST', `/orders/${body.number}/fulfillments/`, {})
    }
  }
  const clients = Array.from({ length: 6 }, (_, which) => client(which).catch(() => {}))
  await sleep(LOAD_MS)
  await killNow()
  running = false
  await Promise.all(clients)
  return answered
}

/** Kills the server and its PostgreSQL at once, as a machine that loses its power does to their processes. */
async function kill(child: ChildProcess, folder: string): Promise<void> {
  const postmaster = Number((await readFile(join(folder, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0])
  const gone = new Promise(resolve => child.once('exit', resolve))
  process.kill(-child.pid!, 'SIGKILL')
  try {
    process.kill(-postmaster, 'SIGKILL')
  } catch {
    process.kill(postmaster, 'SIGKILL')
  }
  await gone
}

/** Lets the reconciler find out now what it would find out within a quarter of an hour. */
async function settleWhatIsOpen(database: Database): Promise<void> {
  await database.pool.query(
    `update payment_intents set next_check_at = now() - interval '1 second', created_at = created_at - interval '20 minutes', sent_at = sent_at - interval '20 minutes'
     where state in ('created', 'sent', 'unknown')`,
  )
  const reconcile = tasks.find(task => task.name === 'payments.reconcile')!
  const origin = { actor: { kind: 'system' as const, id: null, name: 'test' }, request_id: null }
  await reconcile.perform({}, { database, transact: work => database.transact(origin, work), log: createLog('silent') })
  const { rows } = await database.pool.query(
    `select key, state from payment_intents where state in ('created', 'sent', 'unknown')`,
  )
  assert.deepEqual(rows, [])
}

/** What we recorded is what the gateway has in its own books. */
async function assertMoneyAgrees({ pool }: Database): Promise<void> {
  const { rows } = await pool.query(`
    select (select coalesce(sum(case when t.type = 'debit' then t.amount when t.type = 'refund' then -t.amount end), 0)
        from transactions t where t.status = 'succeeded' and t.gateway_id is not null) as ours,
      (select coalesce(sum(case when kind in ('charge', 'capture') then amount when kind = 'refund' then -amount end), 0)
        from test_gateway.entries where outcome = 'approved') as theirs`)
  assert.equal(rows[0].ours, rows[0].theirs)
}
