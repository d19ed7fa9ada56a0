import type { Store } from '../../../platform/caller.ts'
import type { Transact } from '../../../platform/database.ts'
import type { Reply } from '../../../platform/operation.ts'
import type { Queryable } from '../../../platform/sql.ts'
import { conductCancel } from '../cancellation/conduct.ts'
import { getOrderForUpdate } from '../order/facts.ts'
import { showOrder } from '../order/queries.ts'
import { applyUpdate } from './apply-update.ts'
import type { OrderUpdate } from './contract.ts'
import { refuseChangedMeanwhile } from './meanwhile.ts'

interface AskedUpdate {
  params: { number: number }
  body: OrderUpdate
  store: Store
  now: Date
  sent: ReadonlySet<string>
  if_match: number | null
  transact: Transact
  db: Queryable
}

/** Updates an order and shows it. Only a cancellation asks gateways, between its transactions. */
export async function answerUpdate(
  { params, body, store, now, sent, if_match, transact, db }: AskedUpdate,
  replaces: boolean,
): Promise<Reply> {
  const intents = await transact(async tx => {
    const order = await getOrderForUpdate(tx, store, params.number)
    if (if_match !== null) await refuseChangedMeanwhile(tx, store, params.number, sent, if_match)
    return applyUpdate(tx, store, order, { update: body, replaces, now })
  })
  await conductCancel({ transact, db }, store, intents)
  return showOrder(db, store, params.number)
}
