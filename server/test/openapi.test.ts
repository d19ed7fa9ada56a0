import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { areas, operations } from '../src/app.ts'
import { type OpenApiDocument, openApiDocument } from '../src/platform/openapi.ts'
import { acceptedScopes } from '../src/platform/scopes.ts'
import { startApi } from './harness.ts'

type Described = { operationId: string; parameters: { name?: string; in?: string; $ref?: string }[]; [key: string]: unknown }

describe('The OpenAPI document', () => {
  const api = startApi()
  const document = openApiDocument(areas, '/api/admin')

  for (const path of ['/api/admin/openapi.json', '/openapi.json'])
    test(`is served at ${path} without a token`, async () => {
      const { status, body, headers } = await api.request(path)
      assert.equal(status, 200)
      assert.match(headers.get('content-type') ?? '', /^application\/json/)
      assert.deepEqual(body, JSON.parse(JSON.stringify(document)))
    })

  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate(JSON.parse(JSON.stringify(document)))
    assert.deepEqual([valid, errors], [true, undefined])
    assert.equal(validator.version, '3.1')
  })

  test('describes every operation once, with its scopes', () => {
    const described = everyDescription(document)
    assert.equal(described.length, operations.length)
    for (const operation of operations) {
      const found = described.find(({ operationId }) => operationId === operation.id)
      assert.ok(found, operation.id)
      assert.deepEqual(found['x-required-scopes'], acceptedScopes(operation.scopes, operation.method))
      assert.ok(
        found.parameters.some(({ $ref }) => $ref === '#/components/parameters/Version'),
        operation.id,
      )
    }
  })

  test('names the parameters of each path as the path does', () => {
    for (const [path, methods] of Object.entries(document.paths))
      for (const description of Object.values(methods) as Described[]) {
        const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(found => found[1])
        assert.deepEqual(
          description.parameters
            .filter(parameter => parameter.in === 'path')
            .map(({ name }) => name)
            .sort(),
          inPath.sort(),
          path,
        )
      }
  })

  test('refers to nothing that is missing', () => {
    for (const [, place, name] of JSON.stringify(document).matchAll(/"#\/components\/(\w+)\/(\w+)"/g))
      assert.ok(document.components[place!]?.[name!], `${place}/${name}`)
  })

  test('carries the lifecycles for clients that offer actions', () => {
    const tables = document['x-lifecycle'] as Record<string, { actions: object }>
    for (const [name, { actions }] of Object.entries(tables)) assert.ok(Object.keys(actions).length > 0, name)
  })
})

describe('The API reference', () => {
  const api = startApi()

  test('comes from our own server alone', async () => {
    const { status, body, headers } = await api.request('/docs/')
    assert.equal(status, 200)
    assert.match(headers.get('content-security-policy') ?? '', /connect-src 'self'/)
    const page = String(body)
    assert.match(page, /\/api\/admin\/openapi\.json/)
    assert.deepEqual(
      [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(found => found[1]).filter(url => /^(https?:)?\/\//.test(url!)),
      [],
    )
  })

  test('brings its script along, also when the address lacks its last slash', async () => {
    const page = await api.request('/docs')
    assert.equal(page.status, 200)
    const script = /src="([^"]+)"/.exec(String(page.body))?.[1]
    const { status, headers } = await fetch(new URL(script!, `${api.url}/docs/`))
    assert.equal(status, 200)
    assert.match(headers.get('content-type') ?? '', /javascript/)
  })
})

const everyDescription = (document: OpenApiDocument) =>
  Object.values(document.paths).flatMap(methods => Object.values(methods)) as Described[]
