import type { Store } from '../../../platform/caller.ts'
import type { Transact } from '../../../platform/database.ts'
import type { Queryable } from '../../../platform/sql.ts'
import { abandonIntent, conduct, type Intent, refusalOf } from '../../payments/index.ts'

/** Asks the gateways one after another. The first that does not say yes ends it: the others are not asked, and the order stays. */
export async function conductCancel(
  tools: { transact: Transact; db: Queryable },
  store: Store,
  intents: readonly Intent[],
): Promise<void> {
  for (const [index, intent] of intents.entries()) {
    const outcome = await conduct(tools, store, intent)
    if (outcome.state === 'succeeded') continue
    for (const later of intents.slice(index + 1)) await tools.transact(db => abandonIntent(db, store, later))
    throw refusalOf(outcome, null)
  }
}
