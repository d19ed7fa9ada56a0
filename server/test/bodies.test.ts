import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Type } from 'typebox'
import { write } from '../src/platform/operation.ts'
import { Amount, Email, Id, Instant, Metadata, OneOf, Text } from '../src/platform/schema.ts'
import { anyToken } from '../src/platform/scopes.ts'
import { startApi } from './harness.ts'
import { assertRefusal } from './refusal.ts'
import { startSmallApi } from './small-api.ts'

const Line = Type.Object({ quantity: Type.Integer({ minimum: 1 }), price: Type.Optional(Amount()) })

const echo = write({
  id: 'echo',
  summary: 'Answer the body.',
  method: 'POST',
  path: '/echo/',
  scopes: anyToken,
  body: Type.Object({
    name: Text(20),
    amount: Type.Optional(Amount()),
    email: Type.Optional(Email),
    at: Type.Optional(Instant),
    customer_id: Type.Optional(Id),
    kind: Type.Optional(OneOf(['a', 'b'])),
    is_test: Type.Optional(Type.Boolean()),
    lines: Type.Optional(Type.Array(Line, { maxItems: 3 })),
    metadata: Type.Optional(Metadata),
  }),
  response: Type.Unknown(),
  handle: async ({ body }) => ({ body }),
})

const act = write({
  id: 'act',
  summary: 'Act.',
  method: 'POST',
  path: '/act/',
  scopes: anyToken,
  response: Type.Unknown(),
  handle: async () => ({ body: {} }),
})

describe('A body', () => {
  const api = startApi()
  const small = startSmallApi(api, [echo, act])
  const post = (body: unknown, headers: Record<string, string> = {}) => small.send('/echo/', { method: 'POST', body, headers })

  const malformed = [
    '{',
    '{"name":}',
    '{"name":"a"}x',
    "{'name':'a'}",
    '{"name":"a",}',
    'name=a',
    Buffer.from('{"name":"\xff"}', 'latin1'),
  ]
  for (const body of malformed)
    test(`that is not JSON in UTF-8 is refused: ${body}`, async () => assertRefusal(await post(body), 400, 'malformed_json'))

  for (const body of ['[]', '[{"name":"a"}]', 'null', '"name"', '1', 'true'])
    test(`that is not an object is refused: ${body}`, async () => {
      const answer = await post(body)
      assertRefusal(answer, 400, 'validation_error')
      assert.deepEqual(
        answer.body.errors.map(({ field, code }: { field: string; code: string }) => [field, code]),
        [['', 'type']],
      )
    })

  for (const [text, field] of [
    ['{"name":"a\\u0000b"}', 'name'],
    ['{"name":"\\ud800"}', 'name'],
    ['{"name":"a","metadata":{"k":["\\udc00"]}}', 'metadata.k.0'],
    ['{"name":"a","metadata":{"\\u0000":1}}', 'metadata'],
  ] as const)
    test(`with what no database stores is refused: ${text}`, async () => {
      const answer = await post(text)
      assertRefusal(answer, 400, 'validation_error')
      assert.deepEqual([answer.body.errors[0].field, answer.body.errors[0].code], [field, 'invalid'])
    })

  test('of another type is refused', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application',
      'application/jsonx',
      '',
    ])
      assertRefusal(await post('{"name":"a"}', { 'Content-Type': type }), 415, 'unsupported_media_type')
  })

  test('may name its type with parameters and in any case', async () => {
    for (const type of ['application/json; charset=utf-8', 'Application/JSON'])
      assert.equal((await post('{"name":"a"}', { 'Content-Type': type })).status, 200)
  })

  test('of more than 5 MiB is refused, of 5 MiB is not', async () => {
    const bodyOf = (bytes: number) => `{"name":"a","metadata":"${'x'.repeat(bytes - 26)}"}`
    assertRefusal(await post(bodyOf(5 * 1024 * 1024 + 1)), 413, 'payload_too_large')
    assert.notEqual((await post(bodyOf(5 * 1024 * 1024))).status, 413)
  })

  test('that is missing where one is required is refused', async () => {
    const answer = await small.send('/echo/', { method: 'POST' })
    assertRefusal(answer, 400, 'validation_error')
  })

  test('may be missing or empty where none is required', async () => {
    for (const body of [undefined, '', '{}']) assert.equal((await small.send('/act/', { method: 'POST', body })).status, 200)
    assert.equal(
      (await fetch(`${small.url}/act/`, { method: 'POST', headers: { Authorization: `Bearer ${api.token}` } })).status,
      200,
    )
  })
})

describe('The fields of a body', () => {
  const api = startApi()
  const small = startSmallApi(api, [echo])
  const post = (body: unknown) => small.send('/echo/', { method: 'POST', body })

  test('are all checked, not only the first', async () => {
    const answer = await post({ name: 1, amount: '-1', email: 'x', kind: 'c', is_test: 'true', lines: [{ quantity: 0 }, {}] })
    assertRefusal(answer, 400, 'validation_error')
    const found = Object.fromEntries(answer.body.errors.map(({ field, code }: { field: string; code: string }) => [field, code]))
    assert.deepEqual(found, {
      name: 'type',
      amount: 'min_value',
      email: 'format',
      kind: 'invalid_choice',
      is_test: 'type',
      'lines.0.quantity': 'min_value',
      'lines.1.quantity': 'required',
    })
    assert.equal(answer.body.detail, '7 fields are invalid.')
  })

  const amounts: [string, string | null][] = [
    ['33.44', '33.44'],
    ['"33.44"', '33.44'],
    ['89.9', '89.9'],
    ['" 5 "', '5'],
    ['100', '100'],
    ['1.10', '1.10'],
    ['0.1', '0.1'],
    ['1e2', null],
    ['1E2', null],
    ['12.345', null],
    ['"12.345"', null],
    ['"+1"', null],
    ['"1e2"', null],
    ['""', null],
    ['"."', null],
    ['"-"', null],
    ['-0.01', null],
    ['99999999999', null],
    ['1e400', null],
    ['true', null],
    ['"NaN"', null],
  ]
  for (const [written, read] of amounts)
    test(`take the amount ${written} ${read === null ? 'for an error' : `as ${read}`}`, async () => {
      const answer = await post(`{"name":"a","amount":${written}}`)
      if (read === null) assertRefusal(answer, 400, 'validation_error')
      else assert.equal(answer.body.amount, read)
    })

  test('take amounts inside lists by their text too', async () => {
    const { body } = await post('{"name":"a","lines":[{"quantity":1,"price":0.10},{"quantity":2,"price":12.50}]}')
    assert.deepEqual(
      body.lines.map(({ price }: { price: string }) => price),
      ['0.10', '12.50'],
    )
  })

  test('ignore what they do not know, and trim what they do', async () => {
    const { status, body } = await post({ name: '  Ågot 🕯️  ', unknown: { deep: 1 }, id: 5 })
    assert.equal(status, 200)
    assert.equal(body.name, 'Ågot 🕯️')
  })

  test('keep free values as they were sent', async () => {
    const metadata = { b: [1, null, { c: ' x ' }], a: 'א' }
    assert.deepEqual((await post({ name: 'a', metadata })).body.metadata, metadata)
  })

  for (const [field, value] of [
    ['customer_id', '5'],
    ['customer_id', 1.5],
    ['customer_id', 0],
    ['customer_id', 1e19],
    ['is_test', 1],
    ['name', null],
    ['lines', {}],
    ['lines', [1]],
    ['at', '2026-13-01T00:00:00Z'],
    ['at', '2026-11-21'],
  ] as const)
    test(`refuse ${JSON.stringify(value)} for ${field}`, async () => {
      const answer = await post({ name: 'a', [field]: value })
      assertRefusal(answer, 400, 'validation_error')
      assert.ok(answer.body.errors[0].field.startsWith(field))
    })

  test('cannot reach the prototype', async () => {
    assert.equal((await post('{"name":"a","__proto__":{"is_test":"x"},"constructor":{"prototype":1}}')).status, 200)
  })
})
