import type { Store } from '../../../platform/caller.ts'
import type { Transaction } from '../../../platform/database.ts'
import type { Reply } from '../../../platform/operation.ts'
import type { Settled, Settlement } from '../../payments/index.ts'
import { lockOrder } from '../order/facts.ts'
import { showOrder } from '../order/queries.ts'
import type { Cancellation } from './draft.ts'
import { finishCancel, keepWhatWentBack } from './finish.ts'
import { listMovements } from './queries.ts'

/** What becomes of a cancellation with each word of a gateway: the last one finishes it, whoever hears it. */
export const cancelSettlement: Settlement = {
  async succeeded(db, store, settled): Promise<Reply | null> {
    const finished = await settleLast(db, store, settled)
    return finished ? { ...(await showOrder(db, store, finished.order_number)), status: 200 } : null
  },
  async failed(db, store, settled) {
    await settleLast(db, store, settled)
  },
}

/** The cancellation when this was its last movement of money and all of them succeeded. */
async function settleLast(db: Transaction, store: Store, { draft }: Settled): Promise<Cancellation | null> {
  const cancellation = draft as unknown as Cancellation
  await lockOrder(db, store, cancellation.order_number)
  const movements = await listMovements(db, store.id, cancellation.order_number, cancellation.id)
  if (movements.some(({ state }) => state !== 'succeeded' && state !== 'failed')) return null
  const isDone = movements.every(({ state }) => state === 'succeeded')
  await (isDone ? finishCancel : keepWhatWentBack)(db, store, cancellation, movements, new Date())
  return isDone ? cancellation : null
}
