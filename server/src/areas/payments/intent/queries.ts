import type { Store } from '../../../platform/caller.ts'
import { cents } from '../../../platform/money.ts'
import type { IdempotencyClaim } from '../../../platform/operation.ts'
import { json, many, maybeOne, one, type Queryable, run, type Sql, sql } from '../../../platform/sql.ts'
import type { Verdict } from '../gateway/gateway.ts'
import type { Intent, IntentState } from './intent.ts'

const intentColumns = sql`
  i.id, i.key, i.kind, i.state, i.purpose, i.gateway_id, g.gateway_type, i.transaction_id, i.amount, i.currency, i.card_token,
  t.statement_descriptor, p.key as parent_key, pt.external_id as parent_external_id, i.draft, i.idempotency, i.save_card`

const intentTables = sql`
  payment_intents i
  join gateways g on g.store_id = i.store_id and g.id = i.gateway_id
  join transactions t on t.store_id = i.store_id and t.id = i.transaction_id
  left join transactions pt on pt.store_id = t.store_id and pt.id = t.parent_id
  left join payment_intents p on p.store_id = t.store_id and p.transaction_id = t.parent_id`

type Row = Omit<Intent, 'amount'> & { amount: string }

export async function getIntent(db: Queryable, store_id: number, id: number): Promise<Intent> {
  const found = await one<Row>(
    db,
    sql`select ${intentColumns} from ${intentTables} where i.store_id = ${store_id} and i.id = ${id}`,
  )
  return { ...found, amount: cents(found.amount) }
}

/** Moves an intent on when it is in one of the states named; false when somebody else was faster. */
export async function moveIntent(
  db: Queryable,
  store: { id: number },
  intent: { id: number },
  from: readonly IntentState[],
  to: IntentState,
): Promise<boolean> {
  const touched = await run(
    db,
    sql`update payment_intents set state = ${to},
        sent_at = case when ${to} = 'sent' then now() else sent_at end,
        next_check_at = case when ${to} = 'unknown' then now() + interval '1 minute' else next_check_at end,
        settled_at = case when ${to} in ('succeeded', 'failed') then now() end
      where store_id = ${store.id} and id = ${intent.id} and state = any(${from})`,
  )
  return touched === 1
}

/** The outcome of a transaction, once and for all. An authorization that succeeds ends seven days after it was asked for. */
export async function settleTransaction(
  db: Queryable,
  store: { id: number },
  id: number,
  outcome: Omit<Verdict, 'state'> & { status: 'succeeded' | 'failed' },
): Promise<void> {
  await run(
    db,
    sql`update transactions set status = ${outcome.status}, response_code = ${outcome.response_code}, external_id = ${outcome.external_id},
        auth_code = ${outcome.auth_code}, network_transaction_id = ${outcome.network_transaction_id}, settled_at = now(),
        expires_at = case when type = 'authorize' and ${outcome.status} = 'succeeded' then date_created + interval '168 hours' end
      where store_id = ${store.id} and id = ${id}`,
  )
}

/** Keeps the card of a payment for the customer, as far as it is a card that can be kept. */
export async function retainCard(db: Queryable, store: { id: number }, intent: Intent): Promise<void> {
  await run(
    db,
    sql`update card_tokens c set customer_id = t.customer_id, retained_at = coalesce(c.retained_at, now())
      from transactions t
      where t.store_id = ${store.id} and t.id = ${intent.transaction_id} and t.customer_id is not null
        and c.store_id = t.store_id and c.token = t.card_token and (c.customer_id is null or c.customer_id = t.customer_id)`,
  )
}

export interface Due {
  store: Store
  id: number
}

/**
 * Claims open intents that it is time to ask about: every minute in the first ten, every quarter of an hour after that. Two
 * reconcilers never get the same one.
 */
export async function claimDue(db: Queryable, which: { key: string } | 'all', limit = 20): Promise<Due[]> {
  const named: Sql = which === 'all' ? sql`true` : sql`key = ${which.key}`
  const claimed = await many<Store & { intent_id: number }>(
    db,
    sql`update payment_intents i set attempts = attempts + 1,
        next_check_at = now() + case when i.created_at > now() - interval '10 minutes' then interval '1 minute' else interval '15 minutes' end
      from stores s
      where s.id = i.store_id and (i.store_id, i.id) in (
        select store_id, id from payment_intents
        where state in ('created', 'sent', 'unknown') and next_check_at <= now() and ${named}
        order by next_check_at limit ${limit} for update skip locked)
      returning i.id as intent_id, s.id, s.label, s.timezone, s.primary_domain`,
  )
  return claimed.map(({ intent_id, ...store }) => ({ store, id: intent_id }))
}

/** Whether an intent was sent so long ago that a request the gateway has not seen will not arrive any more. */
export async function isGivenUp(db: Queryable, store: { id: number }, intent: Intent): Promise<boolean> {
  const found = await maybeOne(
    db,
    sql`select from payment_intents where store_id = ${store.id} and id = ${intent.id} and sent_at <= now() - interval '10 minutes'`,
  )
  return found !== undefined
}

/** Whether other payments of the same request are still open. */
export async function hasOpenSibling(db: Queryable, store: { id: number }, claimed: IdempotencyClaim): Promise<boolean> {
  const found = await maybeOne(
    db,
    sql`select from payment_intents
      where store_id = ${store.id} and idempotency = ${json(claimed)}::jsonb and state in ('created', 'sent', 'unknown') limit 1`,
  )
  return found !== undefined
}
