import { type Cents, cents, decimal } from '../../../platform/money.ts'
import { json, many, maybeOne, one, type Queryable, run, type Sql, sql } from '../../../platform/sql.ts'
import type { Card } from '../card/card.ts'
import type { ParentFacts, ReportValues } from './rules.ts'

/** What an order needs to know of its transactions: what was paid, and what can be given back. */
export interface PaymentFacts {
  id: number
  type: 'authorize' | 'debit' | 'refund' | 'void'
  status: 'succeeded' | 'failed' | ''
  amount: Cents
  currency: string
  parent_id: number | null
  expires_at: Date | null
  gateway_id: number | null
  is_external: boolean
  is_test: boolean
  payment_method: string
  /** What of a debit has not been refunded, nor is about to be; zero for everything else. */
  available: Cents
}

const available = sql`
  case when t.type = 'debit' and t.status = 'succeeded' then t.amount - coalesce((
    select sum(r.amount) from transactions r
    where r.store_id = t.store_id and r.parent_id = t.id and r.type = 'refund' and r.status in ('succeeded', '')), 0)
  else 0 end`

type Texts<Facts, Key extends keyof Facts> = Omit<Facts, Key> & Record<Key, string>

/** The transactions of an order, oldest first. */
export async function transactionsOf(db: Queryable, store: { id: number }, order_number: number): Promise<PaymentFacts[]> {
  const rows = await many<Texts<PaymentFacts, 'amount' | 'available'>>(
    db,
    sql`select t.id, t.type, t.status, t.amount, t.currency, t.parent_id, t.expires_at, t.gateway_id, t.is_external, t.is_test,
        t.payment_method, ${available} as available
      from transactions t where t.store_id = ${store.id} and t.order_number = ${order_number} order by t.id`,
  )
  return rows.map(row => ({ ...row, amount: cents(row.amount), available: cents(row.available) }))
}

/** The transaction that money is taken from or returned to, locked until the end of this one. */
export async function lockParent(
  db: Queryable,
  store: { id: number },
  id: number,
): Promise<(ParentFacts & { card: ShownCard | null }) | undefined> {
  if (!(await maybeOne(db, sql`select from transactions where store_id = ${store.id} and id = ${id} for update`)))
    return undefined
  // A second statement, because the first one may have waited: only this one sees what the others did meanwhile.
  const row = await one<Texts<ParentFacts, 'amount' | 'available'> & { card: ShownCard | null }>(
    db,
    sql`select t.type, t.status, t.amount, ${available} as available,
        case when t.card_token is not null then json_build_object('token', t.card_token, 'first_six', t.card_first_six,
          'last_four', t.card_last_four, 'brand', t.card_brand, 'fingerprint', t.card_fingerprint) end as card,
        coalesce(t.expires_at <= now(), false) as is_expired,
        exists (select from transactions c where c.store_id = t.store_id and c.parent_id = t.id
          and c.type in ('debit', 'void') and c.status in ('succeeded', '')) as is_used
      from transactions t where t.store_id = ${store.id} and t.id = ${id}`,
  )
  return { ...row, amount: cents(row.amount), available: cents(row.available) }
}

type ShownCard = Pick<Card, 'token' | 'first_six' | 'last_four' | 'brand' | 'fingerprint'>

/** What a transaction is made of. */
export interface NewTransaction {
  type: PaymentFacts['type']
  status: 'succeeded' | 'failed' | ''
  amount: Cents
  currency: string
  payment_method: string
  report_values: ReportValues
  order_number?: number | null
  customer_id?: number | null
  parent_id?: number | null
  gateway_id?: number | null
  card?: ShownCard | null
  response_code?: number | null
  statement_descriptor?: string | null
  is_external?: boolean
  is_test?: boolean
  at?: Date
}

/** Further columns, as they follow from other rows. */
export interface Derived {
  is_3ds?: Sql
  optimized_3ds?: Sql
  sca_flow?: Sql
  is_initial_retry?: boolean
}

export async function insertTransaction(
  db: Queryable,
  store: { id: number },
  made: NewTransaction,
  derived: Derived = {},
): Promise<number> {
  const { card = null, at = null } = made
  const settled = made.status === '' ? sql`null` : sql`coalesce(${at}::timestamptz, now())`
  const { id } = await one<{ id: number }>(
    db,
    sql`
    insert into transactions (store_id, order_number, customer_id, parent_id, type, status, amount, currency, payment_method, gateway_id,
      card_token, card_first_six, card_last_four, card_brand, card_fingerprint, is_3ds, optimized_3ds, sca_flow, response_code,
      statement_descriptor, is_external, is_test, is_initial_retry, report_values, date_created, settled_at)
    values (${store.id}, ${made.order_number ?? null}, ${made.customer_id ?? null}, ${made.parent_id ?? null}, ${made.type}, ${made.status},
      ${decimal(made.amount)}, ${made.currency}, ${made.payment_method}, ${made.gateway_id ?? null},
      ${card?.token ?? null}, ${card?.first_six ?? null}, ${card?.last_four ?? null}, ${card?.brand ?? null}, ${card?.fingerprint ?? null},
      ${derived.is_3ds ?? sql`false`}, ${derived.optimized_3ds ?? sql`false`}, ${derived.sca_flow ?? sql`null`}, ${made.response_code ?? null},
      ${made.statement_descriptor ?? null}, ${made.is_external ?? false}, ${made.is_test ?? false}, ${derived.is_initial_retry ?? false},
      ${json(made.report_values)}::jsonb, coalesce(${at}::timestamptz, now()), ${settled})
    returning id`,
  )
  return id
}

/** Says which order and customer came of a payment. */
export async function attachTransaction(
  db: Queryable,
  store: { id: number },
  transaction_id: number,
  order_number: number,
  customer_id: number | null,
): Promise<void> {
  await run(
    db,
    sql`update transactions set order_number = ${order_number}, customer_id = ${customer_id}
      where store_id = ${store.id} and id = ${transaction_id}`,
  )
}

/** Says which refund of the order the money went out for. */
export async function attachRefund(
  db: Queryable,
  store: { id: number },
  transaction_id: number,
  refund_id: number,
): Promise<void> {
  await run(db, sql`update transactions set refund_id = ${refund_id} where store_id = ${store.id} and id = ${transaction_id}`)
}
