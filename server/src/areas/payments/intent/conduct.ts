import { setTimeout as pause } from 'node:timers/promises'
import { enqueue } from '../../../platform/announcements.ts'
import type { Store } from '../../../platform/caller.ts'
import type { Transact, Transaction } from '../../../platform/database.ts'
import type { Queryable } from '../../../platform/sql.ts'
import { connectGateway } from '../gateway/connect.ts'
import type { Answer } from '../gateway/gateway.ts'
import { openFurtherAttempt } from './cascade.ts'
import type { Intent, Outcome } from './intent.ts'
import { reconciliation } from './open-intent.ts'
import { moveIntent } from './queries.ts'
import { settle, settleAttempt } from './settle.ts'

export interface ConductTools {
  transact: Transact
  /** The pool: a gateway is never asked inside a transaction. */
  db: Queryable
  /** How long a gateway may take to answer before its outcome counts as unknown; 30 seconds unless said otherwise. */
  budget_ms?: number
}

export const BUDGET_MS = 30_000
const RECHECK_AFTER_MS = 60_000

/**
 * Asks the gateway and makes its answer final, with one further attempt elsewhere where the settings ask for it. Never throws:
 * whatever goes wrong on our side leaves the outcome `unknown`, and the reconciler finds out.
 */
export async function conduct(tools: ConductTools, store: Store, intent: Intent): Promise<Outcome> {
  try {
    if (!(await moveIntent(tools.db, store, intent, ['created'], 'sent'))) return unknown(intent)
    const sent: Intent = { ...intent, state: 'sent' }
    let cause: unknown
    const answer = await ask(tools, sent, broken => {
      cause = broken
    })
    if (!answer) return { ...(await leaveOpen(tools, store, sent)), cause }
    const next = await tools.transact(db => conclude(db, store, sent, answer))
    if (next && 'key' in next) return await conduct(tools, store, next)
    return next ?? unknown(sent)
  } catch (cause) {
    return { ...unknown(intent), cause }
  }
}

/** The outcome, or the attempt that takes over; null when somebody else was faster. */
async function conclude(db: Transaction, store: Store, intent: Intent, answer: Answer): Promise<Outcome | Intent | null> {
  if (answer.state !== 'declined') return settle(db, store, intent, answer)
  const further = await openFurtherAttempt(db, store, intent, answer)
  if (!further) return settle(db, store, intent, answer)
  await settleAttempt(db, store, intent, answer)
  return further
}

/** What the gateway answers within the budget; null when nobody knows what became of the request. */
async function ask(
  { db, budget_ms = BUDGET_MS }: ConductTools,
  intent: Intent,
  onBreak: (cause: unknown) => void,
): Promise<Answer | null> {
  const gateway = connectGateway(intent.gateway_type, db)
  const { key, amount, currency, card_token, statement_descriptor, parent_key, parent_external_id } = intent
  const parent = parent_key ? { key: parent_key, external_id: parent_external_id } : null
  const request = gateway[intent.kind]({ key, amount, currency, card_token, statement_descriptor, parent })
  return within(budget_ms, request, onBreak)
}

/** The result of work that is done in time; null when it is late or breaks. */
export async function within<Result>(
  budget_ms: number,
  work: Promise<Result>,
  onBreak?: (cause: unknown) => void,
): Promise<Result | null> {
  const stop = new AbortController()
  const late = pause(budget_ms, null, { signal: stop.signal }).catch(() => null)
  try {
    return await Promise.race([work, late])
  } catch (cause) {
    onBreak?.(cause)
    return null
  } finally {
    stop.abort()
  }
}

async function leaveOpen({ transact }: ConductTools, store: Store, intent: Intent): Promise<Outcome> {
  await transact(async db => {
    if (await moveIntent(db, store, intent, ['sent'], 'unknown'))
      await enqueue(db, reconciliation(store, intent.key, RECHECK_AFTER_MS))
  })
  return unknown(intent)
}

const unknown = ({ kind, transaction_id }: Intent): Outcome => ({
  state: 'unknown',
  kind,
  transaction_id,
  response_code: null,
  reply: null,
})
