import { conflict, invalid, problem } from '../../../platform/errors.ts'
import { type Cents, convert, decimal } from '../../../platform/money.ts'
import { currencyUnit } from '../../stores/index.ts'
import type { IntentKind, Report } from '../intent/intent.ts'

export interface ReportValues {
  amount: string
  currency: string
}

/** An amount in the currency of the store's reports, as it is stored for good. */
export function reportValues(amount: Cents, { currency, rate }: Report): ReportValues {
  return { amount: decimal(convert(amount, rate, currencyUnit(currency))), currency }
}

/** An earlier transaction that money is captured from, voided on or refunded to, with what has become of it. */
export interface ParentFacts {
  type: string
  status: string
  amount: Cents
  /** What refunds, also those still under way, have left of a debit. */
  available: Cents
  /** Whether a capture or void, also one still under way, uses up an authorization. */
  is_used: boolean
  is_expired: boolean
}

/** Refuses what the earlier transaction does not allow (any more). */
export function checkParent(kind: IntentKind, parent: ParentFacts, amount: Cents): void {
  if (kind === 'refund') checkRefundable(parent, amount)
  else checkOpen(parent, amount)
}

export function checkRefundable({ type, status, available }: ParentFacts, amount: Cents): void {
  if (type !== 'debit' || status !== 'succeeded')
    throw conflict('not_refundable', 'Only a debit that succeeded can be refunded; an authorization is voided.')
  if (amount > available)
    throw invalid([problem('amount', 'max_value', `Must be at most ${decimal(available)}, which is what can still be refunded.`)])
}

function checkOpen({ type, status, is_used, is_expired, amount: authorized }: ParentFacts, amount: Cents): void {
  if (type !== 'authorize' || status !== 'succeeded' || is_used || is_expired)
    throw conflict('not_capturable', 'Only an open authorization can be captured or voided, once.')
  if (amount > authorized)
    throw invalid([problem('amount', 'max_value', `Must be at most ${decimal(authorized)}, the amount authorized.`)])
}
