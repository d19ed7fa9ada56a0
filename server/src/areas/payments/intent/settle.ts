import { announce } from '../../../platform/announcements.ts'
import { finish, finishError } from '../../../platform/answer.ts'
import type { Store } from '../../../platform/caller.ts'
import type { Transaction } from '../../../platform/database.ts'
import { settleClaim } from '../../../platform/idempotency.ts'
import type { Verdict } from '../gateway/gateway.ts'
import type { Intent, Outcome } from './intent.ts'
import { moveIntent, retainCard, settleTransaction } from './queries.ts'
import { refusalOf } from './refusal.ts'
import { METHOD_FAILED, TIMED_OUT } from './response-codes.ts'
import { settlementOf } from './settlement.ts'

/** How an intent ends: by the gateway's verdict, or because the gateway certainly never acted on it. */
export type Ending = Verdict | { state: 'unreachable' | 'abandoned' }

const NO_TRACES = { external_id: null, auth_code: null, network_transaction_id: null }
// What a reply counts as that does not say so itself.
const CREATED = 201

/**
 * Makes the outcome of an intent final, with everything that follows from it, in this one transaction. Of several that try only the
 * first does anything; the others are answered null.
 */
export async function settle(db: Transaction, store: Store, intent: Intent, ending: Ending): Promise<Outcome | null> {
  const state = ending.state === 'approved' ? 'succeeded' : 'failed'
  const from = intent.state === 'created' ? (['created'] as const) : (['sent', 'unknown'] as const)
  if (!(await moveIntent(db, store, intent, from, state))) return null

  const result = verdictOf(ending)
  await settleTransaction(db, store, intent.transaction_id, { ...result, status: state })
  await announce(db, store, 'transaction.created', { id: intent.transaction_id })
  const outcome: Outcome = {
    state: ending.state === 'unreachable' ? 'unreachable' : state,
    kind: intent.kind,
    transaction_id: intent.transaction_id,
    response_code: result.response_code,
    reply: null,
  }
  const settled = { intent: { ...intent, state }, transaction_id: intent.transaction_id, draft: intent.draft } as const
  const settlement = settlementOf(intent.purpose)
  if (state === 'failed') {
    await settlement.failed(db, store, settled)
    await keepRefusal(db, intent, outcome)
    return outcome
  }
  const reply = await settlement.succeeded(db, store, settled)
  if (intent.save_card) await retainCard(db, store, intent)
  if (intent.idempotency && reply) await settleClaim(db, intent.idempotency, finish(reply, CREATED))
  return { ...outcome, reply }
}

/** Makes a decline final without what follows from it, because another attempt takes over; throws when it was settled meanwhile. */
export async function settleAttempt(db: Transaction, store: Store, intent: Intent, verdict: Verdict): Promise<void> {
  if (!(await moveIntent(db, store, intent, ['sent', 'unknown'], 'failed'))) throw new Error('Somebody else settled the payment.')
  await settleTransaction(db, store, intent.transaction_id, { ...verdict, status: 'failed' })
  await announce(db, store, 'transaction.created', { id: intent.transaction_id })
}

function verdictOf(ending: Ending): Omit<Verdict, 'state'> {
  if ('response_code' in ending) return ending
  return { ...NO_TRACES, response_code: ending.state === 'abandoned' ? TIMED_OUT : METHOD_FAILED }
}

/** What a repeated request with the same key is answered; one that never reached a gateway may be tried afresh. */
async function keepRefusal(db: Transaction, { idempotency, card_token }: Intent, outcome: Outcome): Promise<void> {
  if (!idempotency || outcome.state === 'unreachable') return
  const refusal = refusalOf(outcome, card_token ? { token: card_token } : null)
  await settleClaim(db, idempotency, finishError(refusal, db.origin.request_id ?? ''))
}
