import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { Type } from 'typebox'
import { read } from '../src/platform/operation.ts'
import { anyToken } from '../src/platform/scopes.ts'
import { startApi } from './harness.ts'
import { assertRefusal } from './refusal.ts'
import { startSmallApi } from './small-api.ts'

const ping = read({
  id: 'ping',
  summary: 'Answer.',
  method: 'GET',
  path: '/ping/',
  scopes: anyToken,
  response: Type.Object({ pong: Type.Boolean() }),
  handle: async () => ({ body: { pong: true }, version: 7 }),
})

describe('The headers of an answer', () => {
  const api = startApi()
  const small = startSmallApi(api, [ping])

  test('name the version of the API, the request and the object, and forbid keeping it', async () => {
    const { status, headers } = await small.send('/ping/')
    assert.equal(status, 200)
    assert.equal(headers.get('x-service-api-version'), '2024-04-01')
    assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/)
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.equal(headers.get('etag'), '"7"')
    assert.match(headers.get('content-type') ?? '', /^application\/json/)
  })

  test('repeat a request id that is 1 to 64 letters, digits, dots, lines and dashes', async () => {
    for (const id of ['a', 'Order_2026.11-21', 'x'.repeat(64)])
      assert.equal((await small.send('/ping/', { headers: { 'X-Request-Id': id } })).headers.get('x-request-id'), id)
    for (const id of ['x'.repeat(65), 'a b', 'a/b', 'ü'.normalize('NFC')]) {
      const { headers } = await small.send('/ping/', { headers: { 'X-Request-Id': id } })
      assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/)
    }
  })

  test('are all that HEAD gets', async () => {
    const { status, headers, text } = await small.send('/ping/', { method: 'HEAD' })
    assert.deepEqual([status, text, headers.get('etag')], [200, '', '"7"'])
  })
})

describe('Naming a version of the API', () => {
  const api = startApi()
  const small = startSmallApi(api, [ping])

  for (const version of ['2024-04-01', ''])
    test(`"${version}" is served`, async () => {
      assert.equal((await small.send('/ping/', { headers: { 'x-service-api-version': version } })).status, 200)
    })

  for (const version of ['2023-02-10', 'unstable', '2024-04-01, 2024-04-01'])
    test(`"${version}" is refused`, async () => {
      const answer = await small.send('/ping/', { headers: { 'X-SERVICE-API-VERSION': version } })
      assertRefusal(answer, 400, 'unsupported_api_version')
      const [{ message: _, ...problem }] = answer.body.errors
      assert.deepEqual(problem, { in: 'header', field: 'X-Service-API-Version', code: 'invalid_choice' })
    })
})

describe('An address or a header that is too long', () => {
  const api = startApi()
  const small = startSmallApi(api, [ping])

  test('is 414 above 8 KiB', async () => {
    assert.equal((await small.send(`/ping/?x=${'y'.repeat(8_000)}`)).status, 200)
    assertRefusal(await small.send(`/ping/?x=${'y'.repeat(8_192)}`), 414, 'uri_too_long')
    assertRefusal(await small.send(`/ping/?x=${'y'.repeat(40_000)}`), 414, 'uri_too_long')
  })

  test('gets an answer in JSON even when it is no HTTP at all', async () => {
    const answer = await raw(small.url, 'NONSENSE\r\n\r\n')
    assert.match(answer, /^HTTP\/1\.1 400 /)
    assert.equal(JSON.parse(answer.split('\r\n\r\n')[1]!).code, 'bad_request')
  })

  test('is 431 when the headers together pass 64 KiB', async () => {
    const answer = await raw(small.url, `GET /ping/ HTTP/1.1\r\nHost: x\r\nX-Long: ${'y'.repeat(70_000)}\r\n\r\n`)
    assert.match(answer, /^HTTP\/1\.1 431 /)
    assert.equal(JSON.parse(answer.split('\r\n\r\n')[1]!).code, 'headers_too_large')
  })
})

async function raw(url: string, request: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.end(request)
  return text(socket)
}
