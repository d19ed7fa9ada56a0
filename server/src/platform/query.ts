import type { TObject } from 'typebox'
import { invalidField, notFound } from './errors.ts'

type Shape = Record<string, unknown> & { type?: string; items?: Shape; enum?: unknown[] }

// PostgreSQL cannot store it, nor compare with it.
const NUL = '\u0000'

/** Query parameters in the types of the schema. Unknown ones are dropped, empty ones are absent, others stay for the check to refuse. */
export function readQuery(schema: TObject, parameters: URLSearchParams): Record<string, unknown> {
  const query: Record<string, unknown> = {}
  for (const [name, shape] of Object.entries(schema.properties as Record<string, Shape>)) {
    const given = parameters.getAll(name).filter(text => text !== '')
    if (given.length === 0) continue
    if (given.some(text => text.includes(NUL))) throw invalidField(name, 'invalid', 'Must not contain NUL.', 'query')
    query[name] = shape.type === 'array' ? readSeveral(shape.items ?? {}, given) : readScalar(shape, given.at(-1)!)
  }
  return query
}

// Commas separate numbers and words of a fixed set; a name or a tag may hold a comma itself.
function readSeveral(item: Shape, given: string[]): unknown[] {
  const separable = item.type === 'integer' || item.enum !== undefined
  const texts = separable ? given.flatMap(text => text.split(',')).filter(text => text !== '') : given
  return texts.map(text => readScalar(item, text))
}

function readScalar(shape: Shape, text: string): unknown {
  const trimmed = text.trim()
  if (shape.type === 'integer' && /^-?\d{1,19}$/.test(trimmed)) return Number(trimmed)
  if (shape.type === 'boolean' && /^(true|false)$/i.test(trimmed)) return trimmed.toLowerCase() === 'true'
  return trimmed
}

/** Path parameters: ids are canonical digits; whatever is not one names nothing, which is 404. */
export function readPath(schema: TObject | undefined, given: Record<string, string>): Record<string, unknown> {
  const params: Record<string, unknown> = {}
  for (const [name, shape] of Object.entries((schema?.properties ?? {}) as Record<string, Shape>)) {
    const text = given[name] ?? ''
    if (shape.type === 'integer' || shape['x-integer']) {
      const value = Number(text)
      if (!/^[1-9]\d{0,18}$/.test(text) || !Number.isSafeInteger(value)) throw notFound()
      params[name] = value
    } else if (text.includes(NUL)) throw notFound()
    else params[name] = text
  }
  return params
}
