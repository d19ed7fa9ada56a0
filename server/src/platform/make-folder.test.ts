import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { makeFolder } from './make-folder.ts'

describe('Making a folder', () => {
  test('makes those above it too, also when somebody else does so at the same time', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'shopwright-folder-'))
    const deep = join(folder, 'a/b/c')
    await Promise.all([makeFolder(deep), makeFolder(deep)])
    assert.ok(existsSync(deep))
    await rm(folder, { recursive: true })
  })

  test('says so where there can be none', { skip: !existsSync('/proc') && 'there is no /proc here' }, () =>
    assert.rejects(makeFolder('/proc/shopwright/data'), /The folder \/proc\/shopwright\/data cannot be made/),
  )
})
