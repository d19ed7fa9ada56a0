import { type Static, Type } from 'typebox'
import { Nullable, OneOf, Text } from '../../../platform/schema.ts'
import { CARRIERS } from '../../fulfillment/fulfillment/contract.ts'

export const OrderFulfillmentCreate = Type.Object({
  carrier: Type.Optional(Nullable(OneOf(CARRIERS))),
  lines: Type.Optional(
    Nullable(
      Type.Unsafe<number[]>(
        Type.Array(Nullable(Type.Integer()), {
          maxItems: 5_000,
          'x-drop-nulls': true,
          description: 'Ids of order lines, each shipped with all that is left of it; none means every line.',
        }),
      ),
    ),
  ),
  send_shipped_notification: Type.Optional(Nullable(Type.Boolean({ default: true }))),
  tracking_code: Type.Optional(Nullable(Text(255))),
  tracking_link: Type.Optional(Nullable(Text(2048, { description: 'Made from the carrier and the code when it is left out.' }))),
})

export type OrderFulfillmentCreate = Static<typeof OrderFulfillmentCreate>
