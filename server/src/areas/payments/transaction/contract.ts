import { Type } from 'typebox'
import { Id, Money, Nullable, NullableText, OneOf } from '../../../platform/schema.ts'

export const TRANSACTION_TYPES = ['authorize', 'debit', 'refund', 'void'] as const

export const PaymentDetailsAnswer = Type.Object({
  bankcard_first_six: NullableText,
  bankcard_last_four: NullableText,
  card_token: NullableText,
  gateway: Nullable(Type.Object({ id: Id, name: Type.String(), type: Type.String() })),
  is_3ds: Type.Boolean(),
  optimized_3ds: Type.Boolean(),
  paypal_vault_id: NullableText,
  sca_flow: NullableText,
})

/** A transaction as orders and refunds show it. */
export const Transaction = Type.Object(
  {
    id: Id,
    amount: Money,
    auth_code: NullableText,
    currency: Type.String(),
    date_created: Type.String(),
    external_id: NullableText,
    is_disputed: Type.Boolean(),
    is_external: Type.Boolean(),
    is_initial_retry: Type.Boolean(),
    is_test: Type.Boolean(),
    network_transaction_id: NullableText,
    parent_id: Nullable(Id),
    payment_details: PaymentDetailsAnswer,
    payment_method: Type.String(),
    report_values: Type.Object({ amount: Money, currency: Type.String() }),
    response_code: Nullable(Type.Integer()),
    statement_descriptor: NullableText,
    status: OneOf(['succeeded', 'failed', '']),
    type: OneOf(TRANSACTION_TYPES),
  },
  { title: 'Transaction' },
)
