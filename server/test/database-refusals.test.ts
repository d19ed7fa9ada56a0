import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { Type } from 'typebox'
import { createLog } from '../src/platform/log.ts'
import { outsideWrite, read } from '../src/platform/operation.ts'
import { anyToken } from '../src/platform/scopes.ts'
import { raw, run, sql } from '../src/platform/sql.ts'
import { startApi } from './harness.ts'
import { assertRefusal } from './refusal.ts'
import { startSmallApi } from './small-api.ts'

const STATEMENTS = {
  'a number out of range': `insert into shelves (room) values (99999)`,
  'a number that is no number': `select 'many'::integer`,
  'a number beyond its column': `insert into shelves (price) values (12345.00)`,
  'a text that is too long': `insert into shelves (code) values ('abcdef')`,
  'a time that does not exist': `select '2024-02-31'::date`,
  'a character that does not exist': `select '"\\ud800"'::jsonb ->> 0`,
  'a text that no index holds': `insert into shelves (label) select string_agg(md5(n::text), '') from generate_series(1, 500) n`,
  'something that is there already': `insert into shelves (code) values ('one')`,
  'something that points nowhere': `insert into shelves (beside) values (999)`,
  'something that is locked': `select from shelves for update nowait`,
  'a bug': `select 1 / 0`,
}

type Name = keyof typeof STATEMENTS

const Statement = Type.Object({ name: Type.Unsafe<Name>(Type.String()) })
const described = { summary: 'Run a statement.', scopes: anyToken, response: Type.Unknown() }
const statement = outsideWrite({
  ...described,
  id: 'statement',
  method: 'POST',
  path: '/statements/',
  body: Statement,
  async handle({ db, body }) {
    await run(db, sql`${raw(STATEMENTS[body.name])}`)
    return null
  },
})
const lookUp = read({
  ...described,
  id: 'lookUp',
  method: 'GET',
  path: '/statements/',
  query: Statement,
  async handle({ db, query }) {
    await run(db, sql`${raw(STATEMENTS[query.name])}`)
    return null
  },
})

describe('What the database refuses', () => {
  const api = startApi()
  const written: string[] = []
  const log = createLog('warn', { write: line => void written.push(line) })
  const small = startSmallApi(api, [statement, lookUp], { log })
  before(() =>
    api.database.pool.query(`
      create table shelves (id serial primary key, room smallint, price numeric(5, 2), code varchar(5) unique, label text,
        beside integer references shelves);
      create index on shelves (label);
      insert into shelves (code) values ('one')`),
  )
  beforeEach(() => void written.splice(0))
  const send = (name: Name) => small.send('/statements/', { method: 'POST', body: { name } })

  for (const name of Object.keys(STATEMENTS).slice(0, 7) as Name[])
    test(`${name} is a wrong value, and the log tells that a rule is missing`, async () => {
      const answer = await send(name)
      assertRefusal(answer, 400, 'validation_error')
      assert.deepEqual([answer.body.errors[0].in, answer.body.errors[0].field], ['body', ''])
      const { level, cause } = JSON.parse(written[0]!)
      assert.equal(level, 40)
      assert.match(cause.code, /^(22|54)/)
    })

  test('in a read is a wrong value too', async () => {
    assertRefusal(await small.send('/statements/?name=a+number+that+is+no+number'), 400, 'validation_error')
  })

  for (const [name, constraint] of [
    ['something that is there already', 'shelves_code_key'],
    ['something that points nowhere', 'shelves_beside_fkey'],
  ] as const)
    test(`${name} is a conflict, and the log names the constraint`, async () => {
      assertRefusal(await send(name), 409, 'conflict')
      const { level, operation, cause } = JSON.parse(written[0]!)
      assert.deepEqual([level, operation, cause.constraint], [40, 'statement', constraint])
    })

  test('something that is locked may be tried again, and nobody is alarmed', async () => {
    const client = await api.database.pool.connect()
    await client.query('begin')
    await client.query('select from shelves for update')
    const answer = await send('something that is locked')
    await client.query('rollback')
    client.release()
    assertRefusal(answer, 409, 'busy')
    assert.equal(answer.headers.get('retry-after'), '1')
    assert.deepEqual(written, [])
  })

  test('because of a bug stays a failure of ours', async () => {
    assertRefusal(await send('a bug'), 500, 'internal_error')
    assert.equal(JSON.parse(written[0]!).level, 50)
  })
})
