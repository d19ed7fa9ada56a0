import type { Transaction } from '../../../platform/database.ts'
import { one, sql } from '../../../platform/sql.ts'
import type { Card } from '../card/card.ts'
import { restsAfter } from '../card/queries.ts'
import type { Gateway, Verdict } from '../gateway/gateway.ts'
import { listGroup } from '../gateway/queries.ts'
import { BANKCARD, drawGateway, takesCard } from '../gateway/routing.ts'
import type { ReportValues } from '../transaction/rules.ts'
import type { Intent } from './intent.ts'
import { openSecondAttempt, type Reported } from './open-intent.ts'
import { isWorthAnotherGateway } from './response-codes.ts'

interface Attempt {
  /** Where a declined first payment is tried again; null unless the gateway's settings ask for it. */
  group_id: number | null
  flow: Gateway['payment_flow']
  /** Whether no order has come of it yet and nothing was tried before. */
  is_initial: boolean
  customer_id: number | null
  payment_method: string
  statement_descriptor: string | null
  card: Omit<Card, 'customer_id' | 'kind'>
  report_values: ReportValues
}

/** Opens the one further attempt at another gateway that the first gateway's settings ask for; null when there is none to make. */
export async function openFurtherAttempt(
  db: Transaction,
  store: { id: number },
  intent: Intent,
  verdict: Verdict,
): Promise<Intent | null> {
  if ((intent.kind !== 'charge' && intent.kind !== 'authorize') || !isWorthAnotherGateway(verdict.response_code)) return null
  const attempt = await getAttempt(db, store, intent)
  if (!attempt.is_initial || attempt.group_id === null) return null
  const gateway = await chooseAnother(db, store, intent, attempt)
  if (!gateway || (await restsAfter(db, store, attempt.card.fingerprint))) return null
  return openSecondAttempt(db, store, {
    ...requestAgain(intent, attempt),
    gateway_id: gateway.id,
    is_test: gateway.gateway_type === 'test',
  })
}

function getAttempt(db: Transaction, store: { id: number }, { transaction_id }: Intent): Promise<Attempt> {
  return one<Attempt>(
    db,
    sql`select case when g.re_attemp_intitial_charge then g.re_attemp_group end as group_id, g.payment_flow as flow,
        t.order_number is null and t.parent_id is null and not t.is_initial_retry and t.payment_method = ${BANKCARD} as is_initial,
        t.customer_id, t.payment_method, t.statement_descriptor, t.report_values,
        json_build_object('token', t.card_token, 'first_six', t.card_first_six, 'last_four', t.card_last_four,
          'brand', t.card_brand, 'fingerprint', t.card_fingerprint) as card
      from transactions t join gateways g on g.store_id = t.store_id and g.id = t.gateway_id
      where t.store_id = ${store.id} and t.id = ${transaction_id}`,
  )
}

async function chooseAnother(
  db: Transaction,
  store: { id: number },
  intent: Intent,
  { group_id, flow, card }: Attempt,
): Promise<Gateway | null> {
  const kind = intent.gateway_type === 'test' ? 'test_gateway' : 'live'
  const others = (await listGroup(db, store, group_id!)).filter(
    gateway =>
      gateway.id !== intent.gateway_id &&
      // Our choice: what was to be reserved is not charged instead, so the second gateway works like the first.
      gateway.payment_flow === flow &&
      takesCard(gateway, intent.currency, { ...card, kind, customer_id: null }),
  )
  return drawGateway(others, intent.key)
}

function requestAgain(intent: Intent, attempt: Attempt): Omit<Reported, 'gateway_id' | 'is_test'> {
  const kind = intent.gateway_type === 'test' ? 'test_gateway' : 'live'
  return {
    purpose: intent.purpose,
    kind: intent.kind,
    amount: intent.amount,
    currency: intent.currency,
    card: { ...attempt.card, kind, customer_id: null },
    parent_transaction_id: null,
    order_number: null,
    customer_id: attempt.customer_id,
    report_values: attempt.report_values,
    statement_descriptor: attempt.statement_descriptor,
    payment_method: attempt.payment_method,
    draft: intent.draft,
    idempotency: intent.idempotency,
    key: `${intent.key}_again`,
    save_card: intent.save_card,
  }
}
