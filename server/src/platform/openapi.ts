import type { TObject, TSchema } from 'typebox'
import type { Area } from './area.ts'
import { allLifecycles, type Lifecycle } from './lifecycle.ts'
import { createShelf, type JsonSchema, type Shelf } from './openapi-schemas.ts'
import { shared } from './openapi-shared.ts'
import type { Operation } from './operation.ts'
import { acceptedScopes } from './scopes.ts'

export interface OpenApiDocument {
  openapi: string
  info: { title: string; version: string; description: string }
  paths: Record<string, Record<string, JsonSchema>>
  components: Record<string, Record<string, JsonSchema>>
  [key: string]: unknown
}

const DESCRIPTION = `Every request carries a token: \`Authorization: Bearer <token>\`. Amounts are decimal strings, instants are ISO 8601 in
the time zone of the store, and lists come in pages, newest first. A refusal has one shape everywhere: \`code\` is for programs, \`detail\`
for people, and \`errors\` names each wrong field.`

/** The OpenAPI 3.1 document of what the areas offer. Schemas with a title become components of that name. */
export function openApiDocument(areas: readonly Area[], server_path: string): OpenApiDocument {
  const shelf = createShelf()
  const described = areas.filter(area => area.operations.length > 0)
  const paths: OpenApiDocument['paths'] = {}
  for (const area of described)
    for (const operation of area.operations) {
      const path = operation.path.replace(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(area, operation, shelf) }
    }
  return {
    openapi: '3.1.0',
    info: { title: 'Shopwright Admin API', version: '2024-04-01', description: DESCRIPTION },
    servers: [{ url: server_path }],
    tags: described.map(area => ({ name: tagOf(area) })),
    security: [{ token: [] }],
    paths,
    components: { ...shared(shelf), schemas: shelf.schemas },
    'x-lifecycle': Object.fromEntries(allLifecycles.map(table => [table.name, lifecycleTable(table)])),
  }
}

const tagOf = (area: Area): string => (area.name[0]!.toUpperCase() + area.name.slice(1)).replaceAll('-', ' ')

function describe(area: Area, operation: Operation, shelf: Shelf): JsonSchema {
  const scopes = acceptedScopes(operation.scopes, operation.method)
  const needed =
    scopes.length > 0 ? `Needs one of the scopes ${scopes.map(scope => `\`${scope}\``).join(', ')}.` : 'Any token will do.'
  return {
    operationId: operation.id,
    summary: operation.summary,
    description: [operation.description, needed].filter(Boolean).join('\n\n'),
    tags: [tagOf(area)],
    parameters: [
      ...parametersOf('path', operation.params, shelf),
      ...parametersOf('query', operation.query, shelf),
      ...headersOf(operation).map(name => ({ $ref: `#/components/parameters/${name}` })),
    ],
    ...(operation.body ? { requestBody: bodyOf(operation.body, shelf) } : {}),
    responses: responsesOf(operation, shelf),
    'x-required-scopes': scopes,
  }
}

function headersOf({ method }: Operation): string[] {
  if (method === 'GET') return ['Version']
  return method === 'POST' ? ['Version', 'IdempotencyKey'] : ['Version', 'IfMatch']
}

function parametersOf(place: 'path' | 'query', schema: TObject | undefined, shelf: Shelf): JsonSchema[] {
  const required = new Set<string>(schema?.required ?? [])
  return Object.entries((schema?.properties ?? {}) as Record<string, TSchema>).map(([name, property]) => {
    const { description, ...shape } = shelf.put(property)
    return {
      name,
      in: place,
      required: place === 'path' || required.has(name),
      ...(description === undefined ? {} : { description }),
      schema: shape,
    }
  })
}

function bodyOf(schema: TSchema, shelf: Shelf): JsonSchema {
  const required = ((schema as JsonSchema).required as unknown[] | undefined) ?? []
  return { required: required.length > 0, content: json(shelf.put(schema)) }
}

function responsesOf(operation: Operation, shelf: Shelf): JsonSchema {
  const status = operation.status ?? 200
  const headers = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } }
  const good =
    status === 204
      ? { description: 'Done.', headers }
      : { description: 'Success.', headers, content: json(shelf.put(operation.response)) }
  return { [status]: good, '4XX': { $ref: '#/components/responses/Refusal' }, '5XX': { $ref: '#/components/responses/Failure' } }
}

const json = (schema: JsonSchema): JsonSchema => ({ 'application/json': { schema } })

function lifecycleTable({ starts, finals, moves }: Lifecycle): JsonSchema {
  const actions: Record<string, { from: string; to: string }[]> = {}
  for (const { action, from, to } of moves) {
    actions[action] ??= []
    actions[action].push({ from, to })
  }
  return { starts, finals, actions }
}
