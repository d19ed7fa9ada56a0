import { Type } from 'typebox'
import { write } from '../src/platform/operation.ts'
import { Amount, Email, Id, Instant, Metadata, OneOf, Text } from '../src/platform/schema.ts'
import { anyToken } from '../src/platform/scopes.ts'

const Line = Type.Object({ quantity: Type.Integer({ minimum: 1 }), price: Type.Optional(Amount()) })

/** Answers its body, with a field of each kind. */
export const echo = write({
  id: 'echo',
  summary: 'Answer the body.',
  method: 'POST',
  path: '/echo/',
  scopes: anyToken,
  body: Type.Object({
    name: Text(20),
    amount: Type.Optional(Amount()),
    email: Type.Optional(Email),
    at: Type.Optional(Instant),
    customer_id: Type.Optional(Id),
    kind: Type.Optional(OneOf(['a', 'b'])),
    is_test: Type.Optional(Type.Boolean()),
    lines: Type.Optional(Type.Array(Line, { maxItems: 3 })),
    metadata: Type.Optional(Metadata),
  }),
  response: Type.Unknown(),
  handle: async ({ body }) => ({ body }),
})
