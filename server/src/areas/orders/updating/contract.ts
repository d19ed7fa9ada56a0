import { type Static, Type } from 'typebox'
import { Metadata, Nullable, OneOf, Text } from '../../../platform/schema.ts'
import { BillingAddressChange, ShippingAddressChange } from '../../customers/customer/address-contract.ts'
import { AttributionInput, FULFILLMENT_STATUSES } from '../order/contract.ts'
import { Tags } from '../placing/contract.ts'

export const OrderUpdate = Type.Object({
  attribution: Type.Optional(AttributionInput),
  billing_address: Type.Optional(Nullable(BillingAddressChange)),
  shipping_address: Type.Optional(Nullable(ShippingAddressChange)),
  fulfillment_status: Type.Optional(
    OneOf(FULFILLMENT_STATUSES, { description: 'Brings the fulfillment orders of the order into this status, or is refused.' }),
  ),
  metadata: Type.Optional(Metadata),
  status: Type.Optional(Text(100, { description: 'open, archived or canceled.' })),
  tags: Type.Optional(Nullable(Tags)),
})

export type OrderUpdate = Static<typeof OrderUpdate>
