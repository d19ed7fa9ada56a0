import { Type } from 'typebox'
import { Email, Id, Metadata, Nullable, NullableText, OneOf, Text } from '../../../platform/schema.ts'

export const LANGUAGES = ['en', 'fr', 'th', 'de', 'sv', 'no', 'it', 'es', 'nl', 'pt', 'da', 'fi'] as const

/** The customer as orders, carts and subscriptions show them. */
export const UserSummary = Type.Object(
  {
    id: Id,
    email: NullableText,
    first_name: Type.String(),
    last_name: Type.String(),
    phone_number: NullableText,
    language: NullableText,
    accepts_marketing: Type.Boolean(),
    ip: NullableText,
    user_agent: NullableText,
  },
  { title: 'UserSummary' },
)

/** The customer that an order or a cart names: found by id, else by e-mail, else by phone number, else made. */
export const OrderUser = Type.Object(
  {
    id: Type.Optional(Nullable(Type.Integer())),
    email: Type.Optional(Nullable(Email)),
    first_name: Type.Optional(Text(255)),
    last_name: Type.Optional(Text(255)),
    phone_number: Type.Optional(Nullable(Text(128))),
    language: Type.Optional(Nullable(OneOf([...LANGUAGES, '']))),
    accepts_marketing: Type.Optional(Type.Boolean()),
    ip: Type.Optional(Nullable(Type.Unsafe<string>({ type: 'string', format: 'ip' }))),
    user_agent: Type.Optional(Nullable(Text(2048))),
    tags: Type.Optional(
      Nullable(Type.Unsafe<string[]>(Type.Array(Nullable(Text(255)), { maxItems: 100, 'x-drop-nulls': true }))),
    ),
    metadata: Type.Optional(Metadata),
  },
  { title: 'OrderUser' },
)
