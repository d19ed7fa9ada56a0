import { Type } from 'typebox'
import { FilledText, Nullable, Text } from '../../../platform/schema.ts'

/** An address in an answer: every key is there, empty when not given. */
export const BillingAddress = Type.Object(
  {
    id: Type.Integer(),
    first_name: Type.String(),
    last_name: Type.String(),
    line1: Type.String(),
    line2: Type.String(),
    line3: Type.String(),
    line4: Type.String({ description: 'City.' }),
    state: Type.String(),
    postcode: Type.String(),
    country: Type.String({ description: 'ISO 3166-1 alpha-2.' }),
    phone_number: Type.String(),
  },
  { title: 'BillingAddress' },
)

export const ShippingAddress = Type.Object({ ...BillingAddress.properties, notes: Type.String() }, { title: 'ShippingAddress' })

const required = {
  first_name: FilledText(255),
  last_name: FilledText(255),
  line1: FilledText(255),
  line4: FilledText(255, { description: 'City.' }),
  country: FilledText(2, { description: 'ISO 3166-1 alpha-2.' }),
}

const optional = {
  line2: Type.Optional(Nullable(Text(255))),
  line3: Type.Optional(Nullable(Text(255))),
  state: Type.Optional(Nullable(Text(255))),
  postcode: Type.Optional(Nullable(Text(64))),
  phone_number: Type.Optional(Nullable(Text(128))),
}

const notes = Type.Optional(Nullable(Text(2000)))

export const BillingAddressInput = Type.Object({ ...required, ...optional }, { title: 'BillingAddressInput' })
export const ShippingAddressInput = Type.Object({ ...required, ...optional, notes }, { title: 'ShippingAddressInput' })

/** For updates, which send only what changes. */
export const BillingAddressChange = Type.Partial(BillingAddressInput)
export const ShippingAddressChange = Type.Partial(ShippingAddressInput)
