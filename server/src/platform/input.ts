import { invalid, malformed } from './errors.ts'

type Shape = Record<string, unknown> & { type?: string }
type Clean = (value: unknown, holder: object | null, key: string) => unknown

/** The source text of each number of a JSON document that is not a plain integer, by the object that holds it. */
type NumberTexts = WeakMap<object, Map<string, string>>

const NOT_AN_INTEGER = /\d[.eE]/

/** Parses a body; what is not JSON in UTF-8 is 400 `malformed_json`. Remembers how its decimals were written. */
export function parseBody(bytes: Buffer): { value: unknown; texts: NumberTexts } {
  const texts: NumberTexts = new WeakMap()
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (!NOT_AN_INTEGER.test(text)) return { value: JSON.parse(text), texts }
    const value = JSON.parse(text, function (this: object, key: string, found: unknown, context?: { source?: string }) {
      if (typeof found === 'number' && context?.source && !Number.isSafeInteger(Number(context.source)))
        remember(texts, this, key, context.source)
      else if (typeof found === 'number' && context?.source && NOT_AN_INTEGER.test(context.source))
        remember(texts, this, key, context.source)
      return found
    })
    return { value, texts }
  } catch (cause) {
    throw malformed(cause)
  }
}

function remember(texts: NumberTexts, holder: object, key: string, source: string): void {
  const known = texts.get(holder) ?? new Map<string, string>()
  texts.set(holder, known.set(key, source))
}

/** Refuses what PostgreSQL cannot store: NUL, and halves of surrogate pairs. */
export function refuseUnstorable(value: unknown): void {
  const stack: [unknown, string][] = [[value, '']]
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [found, path] = next
    if (typeof found === 'string') refuseText(found, path)
    else if (found && typeof found === 'object')
      for (const [key, inner] of Object.entries(found)) {
        refuseText(key, path)
        stack.push([inner, path ? `${path}.${key}` : key])
      }
  }
}

function refuseText(text: string, field: string): void {
  if (text.includes('\u0000') || !text.isWellFormed())
    throw invalid([{ in: 'body', field, code: 'invalid', message: 'Must not contain NUL or incomplete characters.' }])
}

/**
 * From a schema, the function that brings a body into the form the schema checks: declared text trimmed, amounts given as numbers
 * turned into the text they were written with, null elements of nullable lists dropped. Free-form values stay as they are.
 */
export function cleanerOf(schema: object): (value: unknown, texts: NumberTexts) => unknown {
  let written: NumberTexts = new WeakMap()
  const clean = compile(schema as Shape, () => written)
  return (value, texts) => {
    written = texts
    return clean ? clean(value, null, '') : value
  }
}

function compile(schema: Shape, texts: () => NumberTexts): Clean | null {
  if (Array.isArray(schema.anyOf)) return compileUnion(schema.anyOf as Shape[], texts)
  if (schema['x-decimal'] !== undefined)
    return (value, holder, key) =>
      typeof value === 'number'
        ? ((holder && texts().get(holder)?.get(key)) ?? String(value))
        : typeof value === 'string'
          ? value.trim()
          : value
  if (schema.type === 'string') return value => (typeof value === 'string' ? value.trim() : value)
  if (schema.type === 'object' && schema.properties) return compileObject(schema.properties as Record<string, Shape>, texts)
  if (schema.type === 'array' && schema.items) return compileArray(schema, texts)
  return null
}

function compileUnion(branches: Shape[], texts: () => NumberTexts): Clean | null {
  const meant = branches.filter(branch => branch.type !== 'null')
  return meant.length === 1 ? compile(meant[0]!, texts) : null
}

function compileObject(properties: Record<string, Shape>, texts: () => NumberTexts): Clean {
  const cleaners = Object.entries(properties).flatMap(([key, schema]) => {
    const clean = compile(schema, texts)
    return clean ? [[key, clean] as const] : []
  })
  return value => {
    if (value && typeof value === 'object' && !Array.isArray(value)) {
      const record = value as Record<string, unknown>
      for (const [key, clean] of cleaners) if (Object.hasOwn(record, key)) record[key] = clean(record[key], record, key)
    }
    return value
  }
}

function compileArray(schema: Shape, texts: () => NumberTexts): Clean {
  const clean = compile(schema.items as Shape, texts)
  return value => {
    if (!Array.isArray(value)) return value
    const cleaned = clean ? value.map((item, index) => clean(item, value, String(index))) : value
    return schema['x-drop-nulls'] ? cleaned.filter(item => item !== null) : cleaned
  }
}
