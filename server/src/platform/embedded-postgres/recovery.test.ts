import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { newDataDir, postgresPid, start, store, stored } from './testing.ts'

describe('Starting after a crash', () => {
  test('keeps committed rows when everything was killed', async () => {
    const dataDir = await newDataDir()
    const { owner, url } = await startElsewhere(dataDir)
    await store(url)
    process.kill(await postgresPid(dataDir), 'SIGKILL')
    await killGroup(owner)
    const { url: again, stop } = await start(dataDir)
    assert.equal(await stored(again), 'Effi Briest')
    await stop()
  })

  test('replaces a PostgreSQL whose owner was killed', async () => {
    const dataDir = await newDataDir()
    const { owner, url } = await startElsewhere(dataDir)
    await store(url)
    const orphan = await postgresPid(dataDir)
    await killGroup(owner)
    const { url: again, stop } = await start(dataDir)
    assert.notEqual(await postgresPid(dataDir), orphan)
    assert.equal(await stored(again), 'Effi Briest')
    await stop()
  })

  test('begins anew when the first start was killed half-way', async () => {
    const dataDir = await newDataDir()
    const owner = spawnOwner(dataDir)
    while (!(await readdir(dataDir).catch(() => [])).some(name => name.startsWith('making-'))) await sleep(5)
    await sleep(100)
    await killGroup(owner)
    assert.deepEqual((await readdir(dataDir)).includes('postgres'), false)
    await (await start(dataDir)).stop()
    assert.deepEqual(await readdir(dataDir), ['postgres'])
  })

  test('is not misled by a process that got the number of the old PostgreSQL', async () => {
    const dataDir = await newDataDir()
    await (await start(dataDir)).stop()
    const stranger = spawn('sleep', ['60'])
    await writeFile(join(dataDir, 'postgres/cluster/postmaster.pid'), `${stranger.pid}\n${dataDir}\n1\n5432\n`)
    await (await start(dataDir)).stop()
    assert.equal(stranger.exitCode, null)
    stranger.kill()
  })
})

/** Starts the database of a folder in a process of its own, to be killed. */
async function startElsewhere(dataDir: string): Promise<{ owner: ChildProcess; url: string }> {
  const owner = spawnOwner(dataDir)
  const [url] = await once(owner.stdout!, 'data')
  return { owner, url: String(url).trim() }
}

function spawnOwner(dataDir: string): ChildProcess {
  const module = JSON.stringify(new URL('./start.ts', import.meta.url).href)
  const options = JSON.stringify({ dataDir, durable: false })
  const program = `const { startEmbeddedPostgres } = await import(${module}); console.log((await startEmbeddedPostgres(${options})).url)`
  return spawn(process.execPath, ['--input-type=module', '--eval', program], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function killGroup(owner: ChildProcess): Promise<void> {
  process.kill(-owner.pid!, 'SIGKILL')
  await once(owner, 'exit')
}
