import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApi } from './harness.ts'

const preflight = { method: 'OPTIONS', headers: { Origin: 'https://app.example.com', 'Access-Control-Request-Method': 'POST' } }

describe('A page of another origin', () => {
  const api = startApi()

  test('may read nothing unless the settings say so', async () => {
    for (const init of [preflight, { headers: { Origin: 'https://app.example.com' } }]) {
      const { headers } = await api.request('/api/admin/orders/1/', init)
      assert.equal(headers.get('access-control-allow-origin'), null)
    }
  })
})

describe('A page of an origin in CORS_ORIGINS', () => {
  const api = startApi({ settings: { CORS_ORIGINS: 'https://app.example.com https://other.example.com' } })

  test('may ask, with the headers that the API knows', async () => {
    const { status, headers } = await api.request('/api/admin/orders/1/', preflight)
    assert.equal(status, 204)
    assert.equal(headers.get('access-control-allow-origin'), 'https://app.example.com')
    assert.match(headers.get('access-control-allow-headers') ?? '', /Authorization.*Idempotency-Key/)
    assert.equal(headers.get('access-control-allow-credentials'), null)
  })

  test('may read refusals too', async () => {
    const { status, headers } = await api.request('/api/admin/orders/1/', { headers: { Origin: 'https://app.example.com' } })
    assert.equal(status, 401)
    assert.equal(headers.get('access-control-allow-origin'), 'https://app.example.com')
    assert.match(headers.get('access-control-expose-headers') ?? '', /X-Request-Id/)
  })

  test('differs from the others', async () => {
    const { headers } = await api.request('/api/admin/orders/1/', { headers: { Origin: 'https://evil.example.com' } })
    assert.equal(headers.get('access-control-allow-origin'), null)
  })
})
