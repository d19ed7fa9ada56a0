export type JsonSchema = Record<string, unknown>

/** Where the schemas of a document are kept by their titles, so that each is written once and has a name in clients. */
export interface Shelf {
  readonly schemas: Record<string, JsonSchema>
  /** The schema as it stands in the document: a reference when it, or a part of it, has a title. */
  put(schema: object): JsonSchema
}

const NAME = /^[A-Z][A-Za-z0-9]*$/

export function createShelf(): Shelf {
  const schemas: Record<string, JsonSchema> = {}

  function put(schema: object): JsonSchema {
    const shape = written(schema as JsonSchema)
    const { title, ...rest } = shape
    if (typeof title !== 'string' || !NAME.test(title)) return shape
    const known = schemas[title]
    if (known && JSON.stringify(known) !== JSON.stringify(rest)) throw new Error(`Two different schemas are titled ${title}.`)
    schemas[title] = rest
    return { $ref: `#/components/schemas/${title}` }
  }

  function written(schema: JsonSchema): JsonSchema {
    const shape: JsonSchema = {}
    for (const [key, value] of Object.entries(schema)) {
      if (INSIDE.has(key)) continue
      if (key === 'properties' || key === 'patternProperties')
        shape[key] = Object.fromEntries(
          Object.entries(value as Record<string, object>).map(([name, inner]) => [name, put(inner)]),
        )
      else if (Array.isArray(value) && COMBINING.has(key)) shape[key] = value.map(put)
      else if (value !== null && typeof value === 'object' && HOLDING.has(key)) shape[key] = put(value)
      else shape[key] = value
    }
    return simplerUnion(shape)
  }

  return { schemas, put }
}

const COMBINING = new Set(['anyOf', 'allOf', 'oneOf', 'prefixItems'])
const HOLDING = new Set(['items', 'additionalProperties', 'not', 'contains', 'propertyNames'])
// How our own input is read; of no use to a client.
const INSIDE = new Set(['x-integer', 'x-decimal', 'x-free-form', 'x-drop-nulls'])

/** "This or null" as a list of types, which generated clients and readers understand best. */
function simplerUnion(shape: JsonSchema): JsonSchema {
  const branches = shape.anyOf as JsonSchema[] | undefined
  if (branches?.length !== 2 || branches[1]!.type !== 'null') return shape
  const meant = branches[0]!
  if (typeof meant.type !== 'string') return shape
  const { anyOf: _, ...rest } = shape
  const words = meant.enum ? { enum: [...(meant.enum as unknown[]), null] } : {}
  return { ...meant, ...words, ...rest, type: [meant.type, 'null'] }
}
