import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'

/** Identifiers are positive 64-bit integers. */
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

export const Nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])

/** One of a set of words. */
export const OneOf = <const Words extends readonly string[]>(words: Words, options: object = {}) =>
  Type.Unsafe<Words[number]>({ type: 'string', enum: words, ...options })

/** One line or a paragraph of text, trimmed. */
export const Text = (max = 65_535, options: object = {}) => Type.String({ maxLength: max, ...options })

/** The same, with something in it. */
export const FilledText = (max = 65_535, options: object = {}) => Type.String({ minLength: 1, maxLength: max, ...options })

/** Any JSON value of at most 32 KiB and ten levels. */
export const Metadata = Type.Unsafe<unknown>({ 'x-free-form': true, description: 'Any JSON value.' })

/** An instant: ISO 8601; without an offset it is read in the time zone of the store. */
export const Instant = Type.Unsafe<string>({ type: 'string', format: 'date-time' })

/** A day of the store's calendar, YYYY-MM-DD. */
export const Day = Type.Unsafe<string>({ type: 'string', format: 'date' })

export const Uri = (max = 2048) => Type.Unsafe<string>({ type: 'string', format: 'uri', maxLength: max })
export const Email = Type.Unsafe<string>({ type: 'string', format: 'email', maxLength: 254 })

/** An amount in a request: a decimal string, or a JSON number that is read by its text. Never negative. */
export const Amount = (digits = 10) =>
  Type.Unsafe<string>({ type: 'string', format: 'decimal', 'x-decimal': digits, pattern: `^-?\\d{0,${digits}}(?:\\.\\d{0,2})?$` })

/** An amount in an answer: always two decimals, negative when somebody else owes it. */
export const Money = Type.String({ pattern: '^-?\\d+\\.\\d{2}$' })

/** Query parameters that may be repeated. */
export const Several = <S extends TSchema>(item: S) => Type.Unsafe<Static<S>[]>(Type.Array(item))

/** An object of which every key may be absent. */
export const Optionals = <P extends TProperties>(
  properties: P,
): TObject<{ [K in keyof P]: ReturnType<typeof Type.Optional<P[K]>> }> =>
  Type.Object(Object.fromEntries(Object.entries(properties).map(([key, schema]) => [key, Type.Optional(schema)]))) as never

/** A page of a list. */
export const Page = <S extends TSchema>(item: S) =>
  Type.Object({
    next: Nullable(Type.String({ format: 'uri' })),
    previous: Nullable(Type.String({ format: 'uri' })),
    results: Type.Array(item),
  })

/** A word of the wire without its own schema in answers, where only presence and type are promised. */
export const NullableText = Nullable(Type.String())
