import { randomUUID } from 'node:crypto'
import type { Transaction } from '../../../platform/database.ts'
import type { IdempotencyClaim } from '../../../platform/operation.ts'
import { type Intent, openIntent } from '../../payments/index.ts'
import type { OrderFacts } from '../order/facts.ts'
import type { Cancellation } from './draft.ts'
import { finishCancel } from './finish.ts'
import { givebacks, needsGateway, refuseCancel } from './rules.ts'

type Wish = Omit<Cancellation, 'id' | 'order_number'> & { idempotency: IdempotencyClaim | null; now: Date }

/**
 * Cancels a locked order, at once when no gateway has to be asked. Otherwise everything that gateways must do is reserved, and the
 * last of them finishes the cancellation.
 */
export async function beginCancel(db: Transaction, store: { id: number }, order: OrderFacts, wish: Wish): Promise<Intent[]> {
  refuseCancel(order)
  const { idempotency, now, ...wanted } = wish
  const cancellation: Cancellation = { id: randomUUID(), order_number: order.number, ...wanted }
  const through = givebacks(order, wish.full_refund, now).filter(needsGateway)
  if (through.length === 0) {
    await finishCancel(db, store, cancellation, [], now)
    return []
  }
  const intents: Intent[] = []
  for (const { kind, parent, amount } of through)
    intents.push(
      await openIntent(db, store, {
        purpose: 'order.cancel',
        kind,
        amount,
        currency: order.currency,
        gateway_id: parent.gateway_id!,
        card: null,
        parent_transaction_id: parent.id,
        order_number: order.number,
        customer_id: order.customer_id,
        report: { currency: order.report_currency, rate: order.report_rate },
        is_test: order.is_test,
        statement_descriptor: null,
        payment_method: parent.payment_method,
        draft: { ...cancellation },
        idempotency,
      }),
    )
  return intents
}
