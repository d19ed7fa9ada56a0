import type { Cents } from '../../../platform/money.ts'
import type { IdempotencyClaim, Reply } from '../../../platform/operation.ts'
import type { Card } from '../card/card.ts'

export type IntentKind = 'charge' | 'authorize' | 'capture' | 'void' | 'refund'
export type IntentState = 'created' | 'sent' | 'unknown' | 'succeeded' | 'failed'

/** The currency of the store's reports, and what one unit of the payment's currency is worth in it. */
export interface Report {
  currency: string
  rate: string
}

/** A movement of money that a gateway shall be asked for. */
export interface IntentRequest {
  /** Names the settlement that runs once the outcome is known, such as `order.create`. */
  purpose: string
  kind: IntentKind
  amount: Cents
  currency: string
  gateway_id: number
  /** Null for what follows an earlier transaction, whose card it is. */
  card: Card | null
  parent_transaction_id: number | null
  order_number: number | null
  customer_id: number | null
  report: Report
  is_test: boolean
  statement_descriptor: string | null
  payment_method: string
  /** What to do once the gateway says yes; handed to the settlement as it is. */
  draft: Record<string, unknown>
  idempotency: IdempotencyClaim | null
  key?: string
  /** Whether the customer keeps the card when the payment succeeds. */
  save_card?: boolean
}

/** One talk with a gateway, from the wish to the known outcome. */
export interface Intent {
  id: number
  key: string
  kind: IntentKind
  state: IntentState
  purpose: string
  gateway_id: number
  gateway_type: string
  transaction_id: number
  amount: Cents
  currency: string
  card_token: string | null
  statement_descriptor: string | null
  parent_key: string | null
  parent_external_id: string | null
  draft: Record<string, unknown>
  idempotency: IdempotencyClaim | null
  save_card: boolean
}

export interface Outcome {
  /** `unreachable` is a failure of which the gateway certainly knows nothing; `unknown` may still become either. */
  state: 'succeeded' | 'failed' | 'unknown' | 'unreachable'
  kind: IntentKind
  transaction_id: number
  response_code: number | null
  /** What the settlement answered. */
  reply: Reply | null
  /** What broke on our side and left the outcome unknown. */
  cause?: unknown
}
