import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import fc from 'fast-check'
import { Type } from 'typebox'
import { read } from '../src/platform/operation.ts'
import { PageQuery, page } from '../src/platform/pagination.ts'
import { Page } from '../src/platform/schema.ts'
import { anyToken } from '../src/platform/scopes.ts'
import { sql } from '../src/platform/sql.ts'
import { startApi } from './harness.ts'
import { assertRefusal } from './refusal.ts'
import { startSmallApi } from './small-api.ts'

const listNumbers = read({
  id: 'numbersList',
  summary: 'List the numbers.',
  method: 'GET',
  path: '/numbers/',
  scopes: anyToken,
  query: Type.Object({ ...PageQuery, tag: Type.Optional(Type.Array(Type.String())) }),
  response: Page(Type.Object({ id: Type.Integer() })),
  handle: ({ db, links, query }) =>
    page(
      db,
      links,
      query,
      sql`id`,
      (within, ordered) =>
        sql`select id as position, json_build_object('id', id)::text as json from numbers where ${within} ${ordered}`,
    ),
})

interface Sheet {
  next: string | null
  previous: string | null
  results: { id: number }[]
}

describe('Walking through a list', () => {
  const api = startApi()
  const small = startSmallApi(api, [listNumbers])
  before(() => api.database.pool.query('create table numbers (id bigint primary key)'))

  const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 500 }), { maxLength: 40 })
  const size = fc.integer({ min: 1, max: 12 })
  const fill = (ids: number[]) =>
    api.database.pool.query('with old as (delete from numbers) insert into numbers select unnest($1::bigint[])', [ids])
  const open = async (link: string): Promise<Sheet> =>
    (await small.send(link.replace('https://shop.example.com/api/admin', ''))).body
  const idsOf = ({ results }: Sheet) => results.map(({ id }) => id)
  const descending = (ids: number[]) => ids.toSorted((a, b) => b - a)

  async function walk(size: number, between: () => Promise<unknown> = async () => {}): Promise<Sheet[]> {
    const sheets = [await open(`/numbers/?page_size=${size}`)]
    for (let next = sheets[0]!.next; next; next = sheets.at(-1)!.next) {
      assert.ok(sheets.length <= 50, 'the walk comes to an end')
      await between()
      sheets.push(await open(next))
    }
    return sheets
  }
  const refill = async (ids: number[]) => {
    await api.database.pool.query('truncate numbers')
    await fill(ids)
  }

  test('forwards shows every row once, the newest first', async () => {
    await fc.assert(
      fc.asyncProperty(numbers, size, async (ids, size) => {
        await refill(ids)
        const sheets = await walk(size)
        assert.deepEqual(sheets.flatMap(idsOf), descending(ids))
        assert.equal(sheets[0]!.previous, null)
        for (const sheet of sheets.slice(0, -1)) assert.equal(sheet.results.length, size)
      }),
      { numRuns: 25 },
    )
  })

  test('is not disturbed by rows that are added meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(numbers, size, async (ids, size) => {
        await refill(ids)
        let added = 1_000
        const sheets = await walk(size, () => api.database.pool.query('insert into numbers values ($1)', [added++]))
        assert.deepEqual(sheets.flatMap(idsOf), descending(ids))
      }),
      { numRuns: 25 },
    )
  })

  test('backwards shows the page before', async () => {
    await fc.assert(
      fc.asyncProperty(numbers, size, async (ids, size) => {
        await refill(ids)
        const sheets = await walk(size)
        for (const [index, sheet] of sheets.entries())
          if (index > 0) assert.deepEqual(idsOf(await open(sheet.previous!)), idsOf(sheets[index - 1]!))
      }),
      { numRuns: 25 },
    )
  })
})

describe('A page of a list', () => {
  const api = startApi()
  const small = startSmallApi(api, [listNumbers])
  before(async () => {
    await api.database.pool.query('create table numbers (id bigint primary key)')
    await api.database.pool.query('insert into numbers select generate_series(1, 300)')
  })

  test('has fifty rows, or as many as asked for up to two hundred', async () => {
    assert.equal((await small.send('/numbers/')).body.results.length, 50)
    assert.equal((await small.send('/numbers/?page_size=200')).body.results.length, 200)
    for (const wrong of ['0', '201', '-1', 'x', '1.5']) {
      const answer = await small.send(`/numbers/?page_size=${wrong}`)
      assertRefusal(answer, 400, 'validation_error')
      assert.deepEqual([answer.body.errors[0].in, answer.body.errors[0].field], ['query', 'page_size'])
    }
  })

  test('links to its neighbours at the public address, with the prefix and the parameters of the request', async () => {
    const { body } = await small.send('/numbers/?tag=a&tag=b%20c&page_size=10')
    assert.equal(body.next, `https://shop.example.com/api/admin/numbers/?tag=a&tag=b+c&page_size=10&cursor=cD0yOTE%3D`)
    const response = await fetch(`${small.url}/numbers/?page_size=10`, {
      headers: { Authorization: `Bearer ${api.token}`, Host: 'evil.example.com' },
    })
    assert.match(((await response.json()) as Sheet).next ?? '', /^https:\/\/shop\.example\.com\/numbers\/\?/)
  })

  test('understands the cursors that clients know', async () => {
    const forward = await small.send('/numbers/?cursor=cD0yMDA%3D&page_size=2')
    const backward = await small.send('/numbers/?cursor=cj0xJnA9MjAw&page_size=2')
    assert.deepEqual(forward.body.results, [{ id: 199 }, { id: 198 }])
    assert.deepEqual(backward.body.results, [{ id: 202 }, { id: 201 }])
  })

  for (const cursor of ['x', 'cD1hYmM=', 'cD0=', 'cD0xLjU=', 'cD05OTk5OTk5OTk5OTk5OTk5OTk5', 'cT0xMA==', 'A'.repeat(513)])
    test(`refuses the cursor ${cursor.slice(0, 30)}`, async () => {
      assertRefusal(await small.send(`/numbers/?cursor=${encodeURIComponent(cursor)}`), 400, 'invalid_cursor')
    })

  test('ignores empty and unknown parameters', async () => {
    const { status, body } = await small.send('/numbers/?cursor=&page_size=&limit=5&nonsense=1')
    assert.deepEqual([status, body.results.length], [200, 50])
  })
})
