import { type Static, Type } from 'typebox'
import { Amount, Id, Nullable, OneOf, Optionals, Text, Uri } from '../../../platform/schema.ts'

export const PAYMENT_METHODS = [
  'card_token',
  'saved_card',
  'apple_pay',
  'google_pay',
  'external',
  'paypal',
  'affirm',
  'bancontact',
  'giropay',
  'ideal',
  'klarna',
  'link',
  'sepa_debit',
  'sofort',
  'swish',
  'twint',
] as const

export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

const LANGUAGES = ['en', 'fr', 'th', 'de', 'sv', 'no', 'it', 'es', 'nl', 'pt', 'da', 'fi', ''] as const

/** How an order is to be paid, beyond the name of the method. A group wins over a gateway. */
export const PaymentDetailsInput = Optionals({
  card_token: Nullable(Text(128, { description: 'Stands for a card; needed for `card_token`.' })),
  payment_gateway: Nullable(Id),
  payment_gateway_group: Nullable(Id),
  payment_return_url: Nullable(Uri()),
  authorize_value: Amount(10),
  save_card: Type.Boolean({ default: true, description: 'Keep the card for later payments of the customer.' }),
  statement_descriptor: Nullable(
    Text(255, { description: 'Up to 22 letters, digits, spaces and `& , . - #`; anything else is ignored.' }),
  ),
  external_payment_method: Nullable(Text(255)),
  paypal_account: Nullable(Id),
  reference_transaction_id: Nullable(Text(255, { description: 'The earlier transaction whose card is charged again.' })),
  recache_card_cvv: Nullable(Type.Integer()),
  language: Nullable(OneOf(LANGUAGES)),
})

export type PaymentDetailsInput = Static<typeof PaymentDetailsInput>
