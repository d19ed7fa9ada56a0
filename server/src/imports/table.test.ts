import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { readTable } from './table.ts'

const folder = mkdtempSync(join(tmpdir(), 'shopwright-table-'))
after(() => rmSync(folder, { recursive: true }))

const COLUMNS = { name: { names: ['Name'] }, cost: { names: ['Cost per item'] }, note: { names: ['Note'], optional: true } }

async function rowsOf(bytes: string | Buffer) {
  const file = join(folder, 'file.csv')
  writeFileSync(file, bytes)
  const rows: [row: number, ...cells: string[]][] = []
  for await (const { row, cells } of readTable(file, { columns: COLUMNS, lastColumn: 'cost' }))
    rows.push([row, cells.name, cells.cost, cells.note])
  return rows
}

describe('A table', () => {
  const twoRows = [
    [2, 'Lamp', '1.00', ''],
    [3, 'Mug', '2.00', ''],
  ]
  const spellings: [what: string, text: string][] = [
    ['as programs write it', 'Name,Cost per item\nLamp,1.00\nMug,2.00\n'],
    ['with a mark before the header, and Windows line breaks', '\ufeffName,Cost per item\r\nLamp,1.00\r\nMug,2.00\r\n'],
    ['with semicolons', 'Name;Cost per item\nLamp;1.00\nMug;2.00\n'],
    ['with tabs', 'Name\tCost per item\nLamp\t1.00\nMug\t2.00\n'],
    ['with other case and spaces in the header', ' NAME ,"cost_per item "\nLamp, 1.00 \nMug,2.00\n'],
    ['with columns that nobody knows, in another order', 'Cost per item,Colour,Name\n1.00,red,Lamp\n2.00,,Mug\n'],
    ['without a line break at the end', 'Name,Cost per item\nLamp,1.00\nMug,2.00'],
  ]
  for (const [what, text] of spellings) test(`is read ${what}`, async () => assert.deepEqual(await rowsOf(text), twoRows))

  test('may be compressed', async () =>
    assert.deepEqual(await rowsOf(gzipSync('Name,Cost per item\nLamp,1.00\nMug,2.00\n')), twoRows))

  test('keeps quotes, separators and line breaks in cells, and counts rows as a spreadsheet does', async () =>
    assert.deepEqual(await rowsOf('Name,Cost per item,Note\n"Ruler, 12""",1.00,"one\ntwo"\n\nMug,2.00,é🎁\n'), [
      [2, 'Ruler, 12"', '1.00', 'one\ntwo'],
      [4, 'Mug', '2.00', 'é🎁'],
    ]))

  test('is read whole when it is much longer than a piece of a file', async () => {
    const rows = await rowsOf(`Name,Cost per item\n${'Lämp 🎁,1.00\n'.repeat(20_000)}`)
    assert.equal(rows.length, 20_000)
    assert.deepEqual(rows.at(-1), [20_001, 'Lämp 🎁', '1.00', ''])
    assert.equal(new Set(rows.map(([, name]) => name)).size, 1)
  })
})

describe('A broken table', () => {
  const head = 'Name,Cost per item\n'
  const many = 'Lamp,1.00\n'.repeat(10_000)
  const broken: [what: string, bytes: string | Buffer, sentence: RegExp][] = [
    ['is empty', '', /^Row 1: The file is empty/],
    ['lacks a column', 'Name,Price\nLamp,1.00\n', /^Row 1: The column "Cost per item" is missing; there are "Name", "Price"/],
    ['has a column twice', 'Name,Cost per item,name\nLamp,1.00,x\n', /^Row 1: The column "Name" stands there twice/],
    ['has a quote in the middle of a cell', `${head}Lamp,1.00\nRuler 12",2.00\n`, /^Row 3: A quote stands in the middle/],
    ['has text behind a quoted cell', `${head}"Lamp"x,1.00\n`, /^Row 2: A quote stands in the middle/],
    ['never closes a quote', `${head}Lamp,1.00\n"Mug,2.00\nPot,3.00\n`, /^Row 3: A quote is opened and never closed/],
    ['has too few cells', `${head}Lamp,1.00\nMug\nPot,3.00\n`, /^Row 3: It has 1 of 2 cells/],
    ['has too many cells', `${head}Lamp,1,00\n`, /^Row 2: It has 3 cells for 2 columns/],
    [
      'is no UTF-8',
      Buffer.concat([Buffer.from(`${head}Lamp,1.00\nCaf`), Buffer.from([0xe9]), Buffer.from(',2.00\nMug,1.00\n')]),
      /^Row 3: This is not UTF-8/,
    ],
    ['is no UTF-8 far below', Buffer.concat([Buffer.from(head + many), Buffer.from([0xff])]), /^Row 10002: This is not UTF-8/],
    ['holds NUL', `${head}La\0mp,1.00\n`, /^Row 2: It holds a NUL/],
    ['is cut off in the middle of a row', `${head}Lamp,1.00\nMu`, /^Row 3: It has 1 of 2 cells: the file is cut off/],
    ['is cut off in the middle of the last cell', `${head}Lamp,12.00\nMug,12.`, /^Row 3: The file is cut off here/],
    ['is compressed and cut off', gzipSync(head + many).subarray(0, 60), /^Row \d+: The compressed file is cut off here/],
    ['is compressed and damaged', gzipSync(head + many).fill(7, 30, 50), /^Row \d+: The compressed file is damaged here/],
  ]
  for (const [what, bytes, sentence] of broken)
    test(`names the row when it ${what}`, () => assert.rejects(rowsOf(bytes), { message: sentence }))
})
