import { Type } from 'typebox'
import type { JsonSchema, Shelf } from './openapi-schemas.ts'
import { OneOf } from './schema.ts'

const Problem = Type.Object(
  {
    in: OneOf(['body', 'query', 'path', 'header']),
    field: Type.String({ description: 'Dotted path with zero-based indexes, such as `lines.0.quantity`; empty for the whole.' }),
    code: Type.String({ description: 'What is wrong, for programs.' }),
    message: Type.String({ description: 'What is wrong, for people.' }),
  },
  { title: 'Problem' },
)

/** The body of every answer from 400 up. */
export const Refusal = Type.Object(
  {
    code: Type.String({ description: 'Stable, for programs.', examples: ['validation_error'] }),
    detail: Type.String({ description: 'One sentence for people.' }),
    errors: Type.Array(Problem, { description: 'Each wrong field; empty when no field is the cause.' }),
    request_id: Type.String({ description: 'The same as the header X-Request-Id.' }),
    retry_after: Type.Optional(Type.Integer({ description: 'Seconds after which another try is worth it.' })),
    payment_response_code: Type.Optional(Type.String({ description: 'Four digits; only when a payment failed.' })),
    payment_details: Type.Optional(Type.String({ description: 'The text of the decline; only when a payment failed.' })),
    payment_method: Type.Optional(
      Type.Object({ card_token: Type.String() }, { description: 'For a second attempt with the same card.' }),
    ),
    transaction_id: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  },
  { title: 'Error' },
)

/** The parts of the document that its operations refer to. */
export function shared(shelf: Shelf): Record<string, Record<string, JsonSchema>> {
  const content = { 'application/json': { schema: shelf.put(Refusal) } }
  const headers = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } }
  return {
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer', description: 'A token of one store, with the scopes it was given.' },
    },
    headers: { RequestId: { description: 'Names this request in our logs.', schema: { type: 'string' } } },
    parameters: {
      Version: {
        name: 'X-Service-API-Version',
        in: 'header',
        description: 'The version of the API that the client was written for.',
        schema: { type: 'string', enum: ['2024-04-01'], default: '2024-04-01' },
      },
      IdempotencyKey: {
        name: 'Idempotency-Key',
        in: 'header',
        description:
          'Makes repeating the request safe: for 24 hours the same key with the same body gets the first answer again.',
        schema: { type: 'string', minLength: 1, maxLength: 255 },
      },
      IfMatch: {
        name: 'If-Match',
        in: 'header',
        description: 'The ETag of the object as you read it: 409 when somebody has changed the same fields since.',
        schema: { type: 'string' },
      },
    },
    responses: {
      Refusal: { description: 'The request was refused; nothing has changed.', headers, content },
      Failure: { description: 'It went wrong on our side or at the payment gateway.', headers, content },
    },
  }
}
