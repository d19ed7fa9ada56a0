import { type Static, Type } from 'typebox'
import { Amount, FilledText, Instant, Metadata, Nullable, OneOf, Text } from '../../../platform/schema.ts'
import { BillingAddressInput, ShippingAddressInput } from '../../customers/customer/address-contract.ts'
import { OrderUser } from '../../customers/customer/contract.ts'
import { PAYMENT_METHODS, PaymentDetailsInput } from '../../payments/intent/contract.ts'
import { AttributionInput, ORDER_STATUSES } from '../order/contract.ts'

export const LINES_MAX = 5_000
const UNITS_MAX = 1_000_000

const INTERVALS = ['day', 'week', 'month', 'year'] as const

/** A line of a new order: a variant and how many of it, at its own price unless one is given. */
export const OrderLineInput = Type.Object(
  {
    product_id: Type.Integer({ description: 'Id of a variant, or of a product that has exactly one.' }),
    // Our choice: a million units a line, far above any real one and far below what a counter can hold.
    quantity: Type.Integer({ minimum: 1, maximum: UNITS_MAX }),
    price: Type.Optional(Amount(10)),
    currency: Type.Optional(Text(3)),
    is_upsell: Type.Optional(Type.Boolean({ default: false })),
    metadata: Type.Optional(Metadata),
    properties: Type.Optional(
      Type.Array(Type.Object({ key: FilledText(255), value: Type.Optional(Type.Unknown({ 'x-free-form': true })) }), {
        maxItems: 50,
      }),
    ),
    subscription: Type.Optional(
      Nullable(
        Type.Object({
          interval: OneOf(INTERVALS),
          interval_count: Type.Integer({ minimum: 1, maximum: 365 }),
          price: Type.Optional(Amount(10)),
        }),
      ),
    ),
  },
  { title: 'OrderLineInput' },
)

/** An array whose null elements are dropped. */
const sparse = <S extends Parameters<typeof Type.Array>[0]>(item: S) =>
  Type.Array(Nullable(item), { maxItems: 100, 'x-drop-nulls': true })

export const Tags = Type.Unsafe<string[]>(sparse(Text(255)))

export const OrderCreate = Type.Object(
  {
    lines: Type.Array(OrderLineInput, { minItems: 1, maxItems: LINES_MAX }),
    attribution: Type.Optional(AttributionInput),
    billing_address: Type.Optional(Nullable(BillingAddressInput)),
    billing_same_as_shipping_address: Type.Optional(Type.Boolean({ default: false })),
    currency: Type.Optional(Text(3)),
    date_placed: Type.Optional(Nullable(Instant)),
    metadata: Type.Optional(Metadata),
    offers: Type.Optional(Type.Array(Type.Integer(), { maxItems: 100 })),
    payment_details: Type.Optional(Nullable(PaymentDetailsInput)),
    payment_method: Type.Optional(Nullable(OneOf(PAYMENT_METHODS))),
    send_receipt: Type.Optional(Type.Boolean({ default: true })),
    shipping_address: Type.Optional(Nullable(ShippingAddressInput)),
    shipping_code: Type.Optional(Nullable(Text(128))),
    shipping_price: Type.Optional(Amount(10)),
    status: Type.Optional(Nullable(OneOf(ORDER_STATUSES))),
    tags: Type.Optional(Nullable(Tags)),
    use_default_billing_address: Type.Optional(Type.Boolean({ default: false })),
    use_default_shipping_address: Type.Optional(Type.Boolean({ default: false })),
    user: Type.Optional(OrderUser),
    vouchers: Type.Optional(Nullable(Type.Unsafe<string[]>(sparse(Text(128))))),
  },
  { title: 'OrderCreate' },
)

export type OrderCreate = Static<typeof OrderCreate>
export type OrderLineInput = Static<typeof OrderLineInput>
