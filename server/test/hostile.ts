import fc from 'fast-check'

type Shape = Record<string, unknown> & { type?: string; items?: Shape; anyOf?: Shape[]; properties?: Record<string, Shape> }

/** What makes a property of this name point at something that is there. */
export type Hints = Readonly<Record<string, readonly unknown[]>>

const written = (json: string) => (JSON as unknown as { rawJSON(json: string): object }).rawJSON(json)
const nested = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`)

/** Values that were never meant, whatever the field. */
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, '', ' ', [], {}, [[]], [null], [{}], ['x'], nested(9), nested(1_000)),
  fc.constantFrom<unknown>(-1, 0, -0, 0.5, -2.5, 1e308, 5e-324, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, Number.MAX_SAFE_INTEGER),
  fc
    .constantFrom(
      '1e400',
      '-1e400',
      '1e-400',
      '123456789012345678901234567890',
      '-9223372036854775809',
      '1.0',
      '0.10000000000000000000001',
    )
    .map(written),
  fc.constantFrom('9223372036854775808', '-0.01', '99999999999.99', '12.345', '1e5', '0x10', 'NaN', 'Infinity', '٣', '--1'),
  fc.constantFrom(
    '2024-02-30',
    '2024-02-30T00:00:00Z',
    '+275760-09-13T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59-12:00',
    '2024-01-01T00:00:60Z',
    '-infinity',
  ),
  fc.constantFrom(
    'x'.repeat(70_000),
    '💥'.repeat(300),
    'é'.repeat(20_000),
    'a\u0300'.repeat(200),
    '\u202e\u200f\ufeff',
    '\u0001\u001f\u007f',
    "'; drop table orders; --",
    '%_\\',
    '$1',
    '{}',
    '\\u0000',
  ),
  fc
    .constantFrom('{"__proto__":{"a":1}}', '{"constructor":{"prototype":1}}', '{"toString":1,"hasOwnProperty":1,"length":-1}')
    .map(text => JSON.parse(text)),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 4 }),
)

/** Bodies that are nearly what the schema asks for: one value in eighty is hostile, and one key in three of those that may be absent is there. */
export function bodiesOf(schema: object, hints: Hints): fc.Arbitrary<string> {
  const body = fc.oneof(
    { weight: 20, arbitrary: meant(schema as Shape, hints) },
    { weight: 1, arbitrary: fc.dictionary(names(schema as Shape), hostile) },
  )
  return body.map(value => JSON.stringify(value))
}

/** Query parameters of the schema with texts of all kinds, repeated ones too. */
export function queriesOf(schema: object): fc.Arbitrary<Record<string, string[]>> {
  const text = fc.oneof(
    hostile.map(value => (typeof value === 'string' ? value.slice(0, 500) : JSON.stringify(value).slice(0, 500))),
    fc.constantFrom('1', 'true', 'paid', '1,2', 'USD', '2024-01-01', '2024-01-01T00:00:00Z', 'id', '-id', 'cD0x', '\u0000'),
  )
  return fc.dictionary(names(schema as Shape), fc.array(text, { minLength: 1, maxLength: 3 }), { maxKeys: 4 })
}

const names = ({ properties = {} }: Shape) => fc.constantFrom(...Object.keys(properties), '__proto__', 'constructor', 'unknown')

function almost(schema: Shape, hints: Hints, name: string): fc.Arbitrary<unknown> {
  const known = hints[name]
  const arbitrary = known ? fc.constantFrom(...known) : meant(schema, hints, name)
  return fc.oneof({ weight: 79, arbitrary }, { weight: 1, arbitrary: hostile })
}

function meant(schema: Shape, hints: Hints, name = ''): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(branch => meant(branch, hints, name)))
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum)
  if (schema.properties) return objects(schema.properties, new Set((schema.required as string[]) ?? []), hints)
  if (schema.type === 'array')
    return fc.array(almost(schema.items ?? {}, hints, name), { maxLength: 3, minLength: Number(schema.minItems ?? 0) })
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'null') return fc.constant(null)
  if (schema.type === 'integer') return integers(schema)
  if (schema['x-decimal'])
    return fc.constantFrom<unknown>('0', '0.01', '10.00', 12.5, '7', '9'.repeat(Number(schema['x-decimal'])))
  if (schema.type === 'string') return texts(schema)
  return hostile
}

function objects(properties: Record<string, Shape>, required: ReadonlySet<string>, hints: Hints): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const value = almost(schema, hints, name)
    return [
      name,
      required.has(name) ? value : fc.oneof({ weight: 1, arbitrary: value }, { weight: 2, arbitrary: fc.constant(undefined) }),
    ] as const
  })
  return fc.record(Object.fromEntries(fields))
}

function integers({ minimum = -5, maximum = 2 ** 40 }: Shape): fc.Arbitrary<number> {
  const [from, to] = [Number(minimum), Number(maximum)]
  return fc.oneof(fc.constantFrom(from, to), fc.integer({ min: from, max: Math.min(to, from + 10) }))
}

const FORMATS: Record<string, readonly string[]> = {
  'date-time': ['2024-03-31T02:30:00', '2024-01-01T00:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'],
  date: ['2024-02-29', '0001-01-01', '9999-12-31'],
  email: ['ada@example.com', 'ADA@EXAMPLE.COM', 'ünï@exämple.com'],
  uri: ['https://shop.example.com/', 'http://[::1]:1/'],
  ip: ['127.0.0.1', '::1', '::ffff:1.2.3.4'],
}

function texts({ format, maxLength = 200 }: Shape): fc.Arbitrary<string> {
  const known = FORMATS[String(format)]
  if (known) return fc.constantFrom(...known)
  return fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: Math.min(Number(maxLength), 30) }),
    fc.constantFrom('', 'x'.repeat(Number(maxLength)), '💥'.repeat(Math.floor(Number(maxLength) / 2))),
  )
}
