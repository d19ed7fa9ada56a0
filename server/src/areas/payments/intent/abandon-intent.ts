import type { Store } from '../../../platform/caller.ts'
import type { Transaction } from '../../../platform/database.ts'
import type { Intent } from './intent.ts'
import { settle } from './settle.ts'

/** Ends an intent that no gateway was asked about, as one that failed. */
export async function abandonIntent(db: Transaction, store: Store, intent: Intent): Promise<void> {
  await settle(db, store, intent, { state: 'unreachable' })
}
