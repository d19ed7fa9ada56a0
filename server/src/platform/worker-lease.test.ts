import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startApi } from '../../test/harness.ts'
import { startWorker, type Task, type Worker } from './jobs.ts'
import { createLog } from './log.ts'
import { many, one, run, sql } from './sql.ts'

const TIMES = { beat_ms: 50, reap_ms: 100, patience_ms: 1_000 }

describe('A job', { timeout: 60_000 }, () => {
  const api = startApi()
  const ends: (() => unknown)[] = []
  after(() => Promise.all(ends.map(end => end())))

  const enqueue = (task: string) => run(api.database.pool, sql`select graphile_worker.add_job(${task}, '{}'::json)`)
  const leases = async () => {
    const rows = await many<{ worker_id: string }>(api.database.pool, sql`select worker_id from worker_leases`)
    return rows.map(({ worker_id }) => worker_id)
  }
  async function work(task: Task): Promise<Worker> {
    const worker = await startWorker(api.database, [task], createLog('silent'), { lease_times: TIMES })
    ends.push(worker.stop)
    return worker
  }

  async function workElsewhere(): Promise<ChildProcess> {
    const { name } = await one<{ name: string }>(api.database.pool, sql`select current_database() as name`)
    const url = new URL(process.env.TEST_DATABASE_URL!)
    url.pathname = `/${name}`
    const script = join(import.meta.dirname, 'example-worker.ts')
    const child = spawn(process.execPath, [script, url.href, JSON.stringify(TIMES)], { stdio: ['ignore', 'pipe', 'inherit'] })
    ends.push(() => child.kill('SIGKILL'))
    await once(child.stdout!, 'data')
    return child
  }

  test('of a worker that lives is left to it, of one that was killed runs again elsewhere', async () => {
    await enqueue('stuck')
    const child = await workElsewhere()
    let performed = 0
    const done = Promise.withResolvers<void>()
    const worker = await work({
      name: 'stuck',
      async perform() {
        performed++
        done.resolve()
      },
    })
    await sleep(3 * TIMES.patience_ms)
    assert.equal(performed, 0, 'the worker that has it is alive')
    assert.equal((await leases()).length, 2)

    child.kill('SIGKILL')
    await once(child, 'exit')
    await Promise.race([
      done.promise,
      sleep(10_000, undefined, { ref: false }).then(() => assert.fail('nobody took the job over')),
    ])
    await worker.stop()
    assert.equal(performed, 1)
    assert.deepEqual(await leases(), [])
  })

  test('that runs longer than the patience of the others is done once', async () => {
    let performed = 0
    const task: Task = {
      name: 'slow',
      async perform() {
        performed++
        await sleep(3 * TIMES.patience_ms)
      },
    }
    const workers = [await work(task), await work(task)]
    await enqueue('slow')
    await sleep(4 * TIMES.patience_ms)
    for (const worker of workers) await worker.stop()
    assert.equal(performed, 1)
  })

  test('ended with a worker that stops: it may be stopped twice', async () => {
    const worker = await work({ name: 'nothing', perform: async () => {} })
    await worker.stop()
    await worker.stop()
    assert.deepEqual(await leases(), [])
  })
})
