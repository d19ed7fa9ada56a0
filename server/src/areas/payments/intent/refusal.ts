import { ApiError } from '../../../platform/errors.ts'
import type { Outcome } from './intent.ts'
import { METHOD_FAILED, textOf } from './response-codes.ts'

interface Declined {
  code: 'payment_declined' | 'customer_blocked' | 'refund_failed'
  response_code: number
  card_token: string | null
  transaction_id: number | null
}

/** 400 of a payment that was refused, with the response code and the card for a second attempt. */
export function declined({ code, response_code, card_token, transaction_id }: Declined): ApiError {
  const text = textOf(response_code)
  const body = {
    payment_details: text,
    payment_response_code: String(response_code),
    ...(card_token ? { payment_method: { card_token } } : {}),
    transaction_id,
  }
  return new ApiError(400, code, `${SUBJECTS[code]}: ${text}.`, [], { body })
}

const SUBJECTS = {
  payment_declined: 'The payment was declined',
  customer_blocked: 'The payment was refused',
  refund_failed: 'The gateway refused to give the money back',
}

/** How a client is told of an outcome that is not success; a plain decline can be tried again with the same card elsewhere. */
export function refusalOf(outcome: Outcome, card: { token: string } | null): ApiError {
  const { state, kind, transaction_id } = outcome
  if (state === 'unreachable')
    return new ApiError(502, 'gateway_unavailable', 'The payment gateway cannot be reached; nothing was charged.', [], {
      body: { transaction_id },
    })
  if (state === 'unknown') return Object.assign(outcomeUnknown(transaction_id), { cause: outcome.cause })
  return declined({
    code: kind === 'refund' || kind === 'void' ? 'refund_failed' : 'payment_declined',
    response_code: outcome.response_code ?? METHOD_FAILED,
    card_token: card?.token ?? null,
    transaction_id,
  })
}

const outcomeUnknown = (transaction_id: number) =>
  new ApiError(
    504,
    'payment_outcome_unknown',
    'The payment gateway has not answered in time. Repeat the request with the same Idempotency-Key to learn what became of it.',
    [],
    { body: { transaction_id } },
  )
