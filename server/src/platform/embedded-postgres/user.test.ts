import assert from 'node:assert/strict'
import { cp, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { findBinaries } from './binaries.ts'
import { newDataDir, start, store, stored } from './testing.ts'
import { canRun, isRoot, otherUser, reachableBinaries } from './user.ts'

const asRoot = { skip: isRoot ? false : 'only root needs another way to run PostgreSQL' }

describe('Starting as root', () => {
  for (const rootMode of ['namespace', 'other-user'] as const)
    for (const mode of [0o755, 0o700])
      test(`works by ${rootMode} below a folder of mode ${mode.toString(8)}`, asRoot, async () => {
        const dataDir = await newDataDir(mode)
        const first = await start(dataDir, { rootMode })
        await store(first.url)
        await first.stop()
        const second = await start(dataDir)
        assert.equal(await stored(second.url), 'Effi Briest')
        await second.stop()
      })

  test('copies binaries that the other user cannot reach', asRoot, async () => {
    const closed = await newDataDir(0o700)
    const installed = await findBinaries(closed)
    await cp(installed.folder, join(closed, 'native'), { recursive: true, verbatimSymlinks: true })
    const unreachable = { folder: join(closed, 'native'), version: 'test' }
    assert.equal(await canRun(otherUser, unreachable, '/'), false)
    const copy = await reachableBinaries(otherUser, unreachable)
    assert.equal(await canRun(otherUser, copy, '/'), true)
    await rm(copy.folder, { recursive: true })
  })

  test('says so when the place of the database is gone, rather than beginning an empty one', asRoot, async () => {
    const dataDir = await newDataDir(0o700)
    await (await start(dataDir, { rootMode: 'other-user' })).stop()
    await rm(await realpath(join(dataDir, 'postgres')), { recursive: true })
    await assert.rejects(start(dataDir), /which is gone/)
  })
})
