import type { Store } from '../../../platform/caller.ts'
import type { Transaction } from '../../../platform/database.ts'
import type { Reply } from '../../../platform/operation.ts'
import type { Intent } from './intent.ts'

export interface Settled {
  intent: Intent
  transaction_id: number
  draft: Record<string, unknown>
}

/** What becomes of a purpose once the gateway's word is known; both run in the transaction that makes the outcome final. */
export interface Settlement {
  /** Answers what the client is told, also when it asks again with the same idempotency key. */
  succeeded(db: Transaction, store: Store, settled: Settled): Promise<Reply | null>
  failed(db: Transaction, store: Store, settled: Settled): Promise<void>
}

const settlements = new Map<string, Settlement>()

/** Says what is to be done for a purpose; called once for each, when the program starts. */
export function settleWith(purpose: string, settlement: Settlement): void {
  settlements.set(purpose, settlement)
}

export function settlementOf(purpose: string): Settlement {
  const settlement = settlements.get(purpose)
  if (!settlement) throw new Error(`Nobody has said how payments for "${purpose}" are settled.`)
  return settlement
}
