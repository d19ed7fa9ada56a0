import type { Store } from '../../../platform/caller.ts'
import type { Transaction } from '../../../platform/database.ts'
import { releaseClaim } from '../../../platform/idempotency.ts'
import type { JobTools, Task } from '../../../platform/jobs.ts'
import { connectGateway } from '../gateway/connect.ts'
import type { Verdict } from '../gateway/gateway.ts'
import { BUDGET_MS, type ConductTools, within } from './conduct.ts'
import type { Intent, Outcome } from './intent.ts'
import { claimDue, type Due, getIntent, hasOpenSibling, isGivenUp, moveIntent } from './queries.ts'
import { type Ending, settle } from './settle.ts'

/** Finishes what a crash or a silent gateway left open: one intent by its key, or every one that it is time for. */
export const reconcile: Task = {
  name: 'payments.reconcile',
  every: '* * * * *',
  async perform({ key }, { database, transact, log }: JobTools) {
    const tools = { db: database.pool, transact }
    const due = await claimDue(database.pool, typeof key === 'string' ? { key } : 'all')
    for (const { store, id } of due)
      await reconcileIntent(tools, { store, id }).catch(cause =>
        log.error('payment left open', cause, { store: store.label, intent: id }),
      )
  },
}

/** Brings one intent as far as the gateway's word allows; still open means that it will be asked again. */
async function reconcileIntent(tools: ConductTools, { store, id }: Due): Promise<void> {
  const intent = await getIntent(tools.db, store.id, id)
  const ending = intent.state === 'created' ? ({ state: 'unreachable' } as const) : await findOut(tools, store, intent)
  if (!ending) return
  await tools.transact(async db => {
    const outcome = await settle(db, store, intent, ending)
    if (outcome) await freeClaim(db, store, intent, outcome)
  })
}

/** Nobody is left to answer the request: unless its outcome has been kept, its key may be used again. */
async function freeClaim(db: Transaction, store: Store, { idempotency }: Intent, { state, reply }: Outcome): Promise<void> {
  if (!idempotency || reply || state === 'failed') return
  if (!(await hasOpenSibling(db, store, idempotency))) await releaseClaim(db, idempotency)
}

async function findOut(tools: ConductTools, store: Store, intent: Intent): Promise<Ending | null> {
  const { db, budget_ms = BUDGET_MS } = tools
  await moveIntent(db, store, intent, ['sent'], 'unknown')
  const gateway = connectGateway(intent.gateway_type, db)
  const found = await within(budget_ms, gateway.lookup(intent.key))
  if (found === null) return null
  if (isVerdict(found)) return found
  return (await isGivenUp(db, store, intent)) ? within(budget_ms, gateway.abandon(intent.key)) : null
}

const isVerdict = (found: Verdict | { state: 'missing' }): found is Verdict => found.state !== 'missing'
