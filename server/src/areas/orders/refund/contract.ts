import { Type } from 'typebox'
import { Id, Money, Nullable, OneOf } from '../../../platform/schema.ts'
import { Transaction } from '../../payments/transaction/contract.ts'

const pair = { amount_excl_tax: Money, amount_incl_tax: Money }
const reported = { report_values: Type.Object({ ...pair, currency: Type.String() }) }

/** What went back to the customer of an order: lines, shipping, money. */
export const Refund = Type.Object(
  {
    id: Id,
    user_id: Nullable(Id),
    created_at: Type.String(),
    note: Type.String(),
    order_number: Type.String(),
    total_refund_amount: Money,
    total_return_excl_tax: Money,
    total_return_incl_tax: Money,
    report_values: Type.Object({
      currency: Type.String(),
      total_refund_amount: Money,
      total_return_excl_tax: Money,
      total_return_incl_tax: Money,
    }),
    adjustments: Type.Array(
      Type.Object({ id: Id, ...pair, ...reported, type: OneOf(['refund_shipping', 'refund_discrepancy']) }),
    ),
    refund_line_items: Type.Array(
      Type.Object({
        id: Id,
        ...pair,
        ...reported,
        line_item_id: Id,
        location_id: Nullable(Id),
        quantity: Type.Integer(),
        restock_type: OneOf(['cancel', 'no_restock', 'return']),
      }),
    ),
    transactions: Type.Array(Transaction),
  },
  { title: 'Refund' },
)
