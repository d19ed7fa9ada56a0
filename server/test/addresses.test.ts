import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { operations } from '../src/app.ts'
import { type CallAnswer, startApi } from './harness.ts'
import { assertRefusal } from './refusal.ts'

describe('Every operation', () => {
  test('has an id and an address of its own', () => {
    const ids = operations.map(({ id }) => id)
    const addresses = operations.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':')}`)
    assert.deepEqual(
      ids.filter((id, index) => ids.indexOf(id) !== index),
      [],
    )
    assert.deepEqual(
      addresses.filter((address, index) => addresses.indexOf(address) !== index),
      [],
    )
  })

  test('has a path that ends in a slash and describes its parameters', () => {
    for (const { id, path, params } of operations) {
      assert.match(path, /^\/([a-z-]+|:\w+)(\/([a-z-]+|:\w+))*\/$/, id)
      const inPath = [...path.matchAll(/:(\w+)/g)].map(found => found[1])
      assert.deepEqual(Object.keys(params?.properties ?? {}).sort(), inPath.sort(), id)
    }
  })

  test('says in one sentence what it does', () => {
    for (const { id, summary } of operations) assert.match(summary, /^[A-Z].*\.$/, id)
  })
})

describe('Addresses', () => {
  const api = startApi()
  const authorized = () => ({ Authorization: `Bearer ${api.token}` })
  const withIds = operations.filter(({ path }) => path.includes(':'))

  for (const operation of withIds.filter(({ method }) => method === 'GET'))
    for (const id of ['0', '-1', '01', '1.0', 'abc', '9223372036854775808', '%00', "1'--"])
      test(`${operation.id} finds nothing at the id ${id}`, async () => {
        const path = operation.path.replace(/:\w+/g, id)
        assertRefusal(await api.request(`/api/admin${path}`, { headers: authorized() }), 404, 'not_found')
      })

  test('that lead nowhere answer 404, also without a token', async () => {
    for (const path of [
      '/',
      '/api/admin/',
      '/api/admin/nowhere/',
      '/api/admin/orders/1/nowhere/',
      '/%E0%A4%A/',
      '/api/admin/orders/%zz/',
    ])
      assertRefusal(await api.request(path), 404, 'not_found')
  })

  test('work with and without the prefix, with and without the last slash', async () => {
    for (const path of ['/api/admin/orders/100001/', '/api/admin/orders/100001', '/orders/100001/', '/orders/100001']) {
      const answer = await api.request(path, { headers: authorized(), redirect: 'error' })
      assertRefusal(answer, 404)
      assert.equal(answer.headers.get('x-service-api-version'), '2024-04-01', path)
    }
  })

  for (const [path, methods] of byPath())
    test(`${path} names its methods to those who use another`, async () => {
      const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort()
      const url = `/api/admin${path.replace(/:\w+/g, '1')}`
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(method => !methods.includes(method))) {
        const answer = await api.request(url, { method })
        assertRefusal(answer, 405, 'method_not_allowed')
        assert.deepEqual(allow(answer), allowed)
      }
      const options = await api.request(url, { method: 'OPTIONS' })
      assert.equal(options.status, 204)
      assert.deepEqual(allow(options), allowed)
    })
})

const allow = ({ headers }: CallAnswer) => headers.get('allow')?.split(', ').sort()

function byPath(): Map<string, string[]> {
  const paths = new Map<string, string[]>()
  for (const { path, method } of operations) paths.set(path, [...(paths.get(path) ?? []), method])
  return paths
}
