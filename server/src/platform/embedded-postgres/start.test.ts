import assert from 'node:assert/strict'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { DataFolderInUse } from './start.ts'
import { ask, newDataDir, postgresPid, start, store, stored } from './testing.ts'

describe('Starting the embedded PostgreSQL', () => {
  test('keeps what was stored across a stop, on the same port, open to nobody else', async () => {
    const dataDir = await newDataDir()
    const first = await start(dataDir, { durable: true })
    await store(first.url)
    await first.stop()
    await assert.rejects(stored(first.url), { code: 'ECONNREFUSED' })

    const second = await start(dataDir)
    assert.equal(second.url, first.url)
    assert.equal(await stored(second.url), 'Effi Briest')
    assert.equal(await ask(second.url, 'show listen_addresses'), '127.0.0.1')
    await assert.rejects(stored(second.url.replace(/:[^:@]+@/, ':wrong@')), { code: '28P01' })
    await second.stop()
    assert.equal((await stat(join(dataDir, 'postgres/password'))).mode & 0o777, 0o600)
  })

  test('knows letters beyond ASCII', async () => {
    const { url, stop } = await start(await newDataDir())
    await ask(url, 'create extension pg_trgm')
    assert.equal(await ask(url, "select lower('ÄÉØ')"), 'äéø')
    assert.equal(await ask(url, "select similarity('Ärger', 'ärger')"), 1)
    assert.notEqual(await ask(url, "select similarity('Ö1', 'Ü1')"), 1)
    await stop()
  })

  test('tells when PostgreSQL dies', async () => {
    const dataDir = await newDataDir()
    const died = Promise.withResolvers<Error>()
    const { stop } = await start(dataDir, { onExit: died.resolve })
    process.kill(await postgresPid(dataDir), 'SIGKILL')
    assert.match((await died.promise).message, /ended unexpectedly/)
    await stop()
  })
})

describe('Starting twice', () => {
  test('refuses the second, and the first goes on', async () => {
    const dataDir = await newDataDir()
    const { url, stop } = await start(dataDir, { maxConnections: 4 })
    await assert.rejects(start(dataDir), new DataFolderInUse(dataDir))
    const guests = Array.from({ length: 4 }, () => new Client(url))
    for (const guest of guests) await guest.connect()
    await assert.rejects(start(dataDir), new DataFolderInUse(dataDir))
    for (const guest of guests) await guest.end()
    await store(url)
    await stop()
  })

  test('refuses the second also when PostgreSQL has dropped all connections', async () => {
    const dataDir = await newDataDir()
    const { url } = await start(dataDir)
    await ask(url, 'select count(pg_terminate_backend(pid)) from pg_stat_activity where pid <> pg_backend_pid()')
    await sleep(100)
    await assert.rejects(start(dataDir), new DataFolderInUse(dataDir))
  })

  test('at the same moment leaves exactly one', async () => {
    const dataDir = await newDataDir()
    const starts = await Promise.allSettled([start(dataDir), start(dataDir), start(dataDir)])
    const [winner, ...others] = starts.filter(result => result.status === 'fulfilled')
    const refusals = starts.filter(result => result.status === 'rejected').map(result => String(result.reason))
    assert.equal(others.length, 0, 'more than one runs')
    assert.deepEqual(refusals, Array(2).fill(String(new DataFolderInUse(dataDir))))
    await store(winner!.value.url)
    await winner!.value.stop()
  })
})
