import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { describe, test } from 'node:test'
import { MAY_CALL, OVER_BUDGET } from './architecture.ts'

const source = join(import.meta.dirname, '../src')
const files = globSync('**/*.ts', { cwd: source }).sort()
const read = (file: string) => readFileSync(join(source, file), 'utf8')
const linesOf = (text: string) => text.trimEnd().split('\n').length
const areaOf = (file: string) => /^areas\/([^/]+)\//.exec(file)?.[1]
const isTest = (file: string) => /\.test\.ts$/.test(file)

const importsOf = (file: string): string[] =>
  [...read(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(found =>
    relative(source, resolve(source, dirname(file), found[1]!)),
  )

/** What an area shows: its front door, its shapes and views, and its pure rules. */
const isOpen = (file: string) => /(^|\/)(index|view|contract|rules|[a-z-]+-view|[a-z-]+-contract)\.ts$/.test(file)
const isRules = (file: string) => /(^|\/)rules\.ts$/.test(file)
const isLeaf = (file: string) => isOpen(file) && !isRules(file) && !/^areas\/[^/]+\/index\.ts$/.test(file)

describe('Doors between areas', () => {
  test('are what every import between areas goes through', () => {
    const wrong: string[] = []
    for (const file of files.filter(file => areaOf(file) && !isTest(file)))
      for (const imported of importsOf(file)) {
        const [area, other] = [areaOf(file)!, areaOf(imported)]
        if (!other || other === area) continue
        if (!isOpen(imported)) wrong.push(`${file}: ${imported} is private to ${other}`)
        else if (!isLeaf(imported) && !MAY_CALL[area]?.includes(other)) wrong.push(`${file}: ${area} may not call ${other}`)
      }
    assert.deepEqual(wrong, [])
  })

  test('are known for every area, and lead down only', () => {
    const areas = [...new Set(files.flatMap(file => areaOf(file) ?? []))]
    for (const area of areas) assert.ok(MAY_CALL[area], `say in architecture.ts what ${area} may call`)
    const below = (area: string, seen: string[] = []): string[] =>
      (MAY_CALL[area] ?? []).flatMap(other => (seen.includes(other) ? [] : [other, ...below(other, [...seen, other])]))
    for (const area of Object.keys(MAY_CALL)) assert.ok(!below(area).includes(area), `${area} calls itself in the end`)
  })

  test('keep the platform free of the shop', () => {
    for (const file of files.filter(file => file.startsWith('platform/') && !isTest(file)))
      assert.deepEqual(
        importsOf(file).filter(imported => !imported.startsWith('platform/')),
        [],
        file,
      )
  })

  test('keep views and contracts free of what they are not', () => {
    for (const file of files.filter(file => isLeaf(file) && areaOf(file)))
      for (const imported of importsOf(file))
        assert.ok(
          isLeaf(imported) || imported.startsWith('platform/') || areaOf(imported) === areaOf(file),
          `${file} imports ${imported}`,
        )
  })
})

describe('Budgets', () => {
  const budgetOf = (file: string): number => {
    if (isTest(file)) return 200
    if (file.startsWith('platform/')) return 120
    if (/\b(read|write|outsideWrite)\(\{\n\s+id:/.test(read(file))) return 60
    return /(^|[/-])queries\.ts$/.test(file) ? 250 : 200
  }

  test('are kept by every file, but for those with a reason', () => {
    const over = files.filter(file => linesOf(read(file)) > (OVER_BUDGET[file]?.lines ?? budgetOf(file)))
    assert.deepEqual(
      over.map(file => `${file}: ${linesOf(read(file))} of ${budgetOf(file)}`),
      [],
    )
  })

  test('have no reason left over', () => {
    assert.deepEqual(
      Object.keys(OVER_BUDGET).filter(file => !files.includes(file) || linesOf(read(file)) <= budgetOf(file)),
      [],
    )
  })

  test('are kept by the tests beside this one', () => {
    const here = globSync('*.ts', { cwd: import.meta.dirname })
    assert.deepEqual(
      here.filter(file => linesOf(readFileSync(join(import.meta.dirname, file), 'utf8')) > 200),
      [],
    )
  })
})

describe('Names', () => {
  const FORBIDDEN = new Set([
    'manager',
    'service',
    'helper',
    'helpers',
    'util',
    'utils',
    'handler',
    'processor',
    'base',
    'common',
    'data',
    'info',
    'lib',
  ])

  test('of files and folders are words of the shop, in kebab-case', () => {
    for (const file of files)
      for (const part of file.split('/')) {
        const words = basename(part)
          .replace(/(\.test|\.property\.test|\.property)?\.ts$/, '')
          .split('-')
        for (const word of words) assert.ok(/^[a-z0-9]+$/.test(word) && !FORBIDDEN.has(word), file)
      }
  })

  test('of migrations tell when and what, and no two carry the same time', () => {
    const migrations = globSync('**/*.sql', { cwd: source })
      .map(file => basename(file))
      .sort()
    for (const name of migrations) assert.match(name, /^20\d{10}-[a-z]+(-[a-z0-9]+)*\.sql$/)
    const times = migrations.map(name => name.slice(0, 12))
    assert.deepEqual(
      migrations.filter((_, index) => times[index] === times[index - 1]),
      [],
    )
  })
})

describe('Settings', () => {
  test('are read in one place', () => {
    const readers = files.filter(file => !isTest(file) && /process\.env\b/.test(read(file)))
    assert.deepEqual(
      readers.filter(file => !['platform/config.ts', 'start-failure.ts'].includes(file)),
      [],
    )
  })

  test('all stand in the README', t => {
    const readme = join(source, '../../README.md')
    const [text] = globSync(readme).map(path => readFileSync(path, 'utf8'))
    if (text === undefined) return t.skip('there is no README yet')
    const names = [...read('platform/config.ts').matchAll(/(?:text|whole)\('([A-Z_]+)'/g)].map(found => found[1]!)
    assert.ok(names.length > 5)
    assert.deepEqual(
      names.filter(name => !text.includes(`\`${name}\``)),
      [],
    )
  })
})
