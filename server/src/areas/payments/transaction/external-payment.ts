import { announce } from '../../../platform/announcements.ts'
import type { Transaction } from '../../../platform/database.ts'
import { invalidField } from '../../../platform/errors.ts'
import type { Cents } from '../../../platform/money.ts'
import type { Report } from '../intent/intent.ts'
import { APPROVED } from '../intent/response-codes.ts'
import { insertTransaction, lockParent, type NewTransaction } from './queries.ts'
import { checkRefundable, reportValues } from './rules.ts'

export interface ExternalPayment {
  order_number: number
  customer_id: number | null
  amount: Cents
  currency: string
  /** The code of the external method, or `external`. */
  payment_method: string
  report: Report
  at: Date
}

/** Records money that the shop received outside every gateway; answers the id of the transaction. */
export function recordExternalPayment(db: Transaction, store: { id: number }, payment: ExternalPayment): Promise<number> {
  return record(db, store, payment, { type: 'debit' })
}

/** Records money that the shop gave back outside every gateway; refuses more than what is left of the debit. */
export async function recordExternalRefund(
  db: Transaction,
  store: { id: number },
  refund: ExternalPayment & { parent_transaction_id: number; is_test?: boolean },
): Promise<number> {
  const parent_id = refund.parent_transaction_id
  const parent = await lockParent(db, store, parent_id)
  if (!parent) throw invalidField('transaction', 'does_not_exist', 'There is no such transaction.')
  checkRefundable(parent, refund.amount)
  return record(db, store, refund, { type: 'refund', parent_id, is_test: refund.is_test })
}

async function record(
  db: Transaction,
  store: { id: number },
  { report, ...moved }: ExternalPayment,
  kind: Pick<NewTransaction, 'type' | 'parent_id' | 'is_test'>,
): Promise<number> {
  const id = await insertTransaction(db, store, {
    ...moved,
    ...kind,
    status: 'succeeded',
    response_code: APPROVED,
    is_external: true,
    report_values: reportValues(moved.amount, report),
  })
  await announce(db, store, 'transaction.created', { id })
  return id
}
