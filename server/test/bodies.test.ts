import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Type } from 'typebox'
import { write } from '../src/platform/operation.ts'
import { anyToken } from '../src/platform/scopes.ts'
import { echo } from './echo.ts'
import { startApi } from './harness.ts'
import { assertRefusal } from './refusal.ts'
import { startSmallApi } from './small-api.ts'

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
