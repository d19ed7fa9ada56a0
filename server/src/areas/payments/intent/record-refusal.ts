import { announce } from '../../../platform/announcements.ts'
import type { Transaction } from '../../../platform/database.ts'
import type { ApiError } from '../../../platform/errors.ts'
import { json, one, run, sql } from '../../../platform/sql.ts'
import type { Card } from '../card/card.ts'
import { BANKCARD } from '../gateway/routing.ts'
import { insertTransaction } from '../transaction/queries.ts'
import { reportValues } from '../transaction/rules.ts'
import type { PaymentAsk, RefusedPlan } from './choose-payment.ts'
import type { Report } from './intent.ts'
import { declined } from './refusal.ts'

/** Leaves the traces of a payment that the shop refused itself; answers the 400 to throw once they are committed. */
export async function recordRefusal(
  db: Transaction,
  store: { id: number },
  plan: RefusedPlan,
  ask: PaymentAsk,
): Promise<ApiError> {
  const { code, response_code, card } = plan
  await countHits(db, store, plan)
  if (code === 'customer_blocked' && card) await blockCard(db, store, plan, card)
  const transaction_id = card ? await recordFailure(db, store, plan, card, ask) : null
  return declined({ code, response_code, card_token: card?.token ?? null, transaction_id })
}

async function countHits(db: Transaction, store: { id: number }, { hits }: RefusedPlan): Promise<void> {
  if (hits.length === 0) return
  await run(
    db,
    sql`update block_entries b set hits = b.hits + 1
      from jsonb_to_recordset(${json(hits)}::jsonb) as hit (kind text, value text)
      where b.store_id = ${store.id} and b.kind = hit.kind and b.value = hit.value`,
  )
}

/** A card that somebody with a blocked e-mail tries is blocked from then on. */
async function blockCard(db: Transaction, store: { id: number }, { hits }: RefusedPlan, card: Card): Promise<void> {
  const isByCard = hits.length > 0 && hits.every(({ kind }) => kind !== 'email')
  if (isByCard) return
  await run(
    db,
    sql`insert into block_entries (store_id, kind, value) values (${store.id}, 'fingerprint', ${card.fingerprint}) on conflict do nothing`,
  )
}

async function recordFailure(
  db: Transaction,
  store: { id: number },
  plan: RefusedPlan,
  card: Card,
  ask: PaymentAsk,
): Promise<number> {
  const id = await insertTransaction(db, store, {
    type: 'debit',
    status: 'failed',
    amount: ask.total,
    currency: ask.currency,
    payment_method: BANKCARD,
    customer_id: ask.customer?.id ?? null,
    card,
    response_code: plan.response_code,
    is_test: card.kind !== 'live',
    report_values: reportValues(ask.total, await getReport(db, store, ask)),
    at: ask.now,
  })
  await announce(db, store, 'transaction.created', { id })
  return id
}

/** Our choice: where no rate is known, the amount is reported in its own currency. */
async function getReport(db: Transaction, store: { id: number }, { currency, now }: PaymentAsk): Promise<Report> {
  const { reporting_currency, rate } = await one<{ reporting_currency: string; rate: string | null }>(
    db,
    sql`select reporting_currency, exchange_rate(id, ${currency}, reporting_currency, (${now}::timestamptz at time zone timezone)::date) as rate
      from stores where id = ${store.id}`,
  )
  return rate === null ? { currency, rate: '1' } : { currency: reporting_currency, rate }
}
