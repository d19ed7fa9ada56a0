import { randomUUID } from 'node:crypto'
import { enqueue } from '../../../platform/announcements.ts'
import type { Transaction } from '../../../platform/database.ts'
import { invalidField } from '../../../platform/errors.ts'
import { holdClaim } from '../../../platform/idempotency.ts'
import { decimal } from '../../../platform/money.ts'
import { json, one, type Queryable, type Sql, sql } from '../../../platform/sql.ts'
import { type Card, isChallenged } from '../card/card.ts'
import { type Derived, insertTransaction, lockParent } from '../transaction/queries.ts'
import { checkParent, type ReportValues, reportValues } from '../transaction/rules.ts'
import type { Intent, IntentKind, IntentRequest } from './intent.ts'
import { getIntent } from './queries.ts'
import { settlementOf } from './settlement.ts'

const TYPES = {
  charge: 'debit',
  capture: 'debit',
  authorize: 'authorize',
  refund: 'refund',
  void: 'void',
} as const satisfies Record<IntentKind, string>
const FIRST_CHECK_AFTER_MS = 120_000

/** A key that nobody else has; the gateway knows the movement of money by it. */
export function newIntentKey(): string {
  return `pi_${randomUUID().replaceAll('-', '')}`
}

/**
 * Writes down that a gateway is about to be asked, with a transaction whose outcome is not known yet. From here on the reconciler
 * finishes the intent if nobody else does, and an idempotency key stays taken until then. Refuses refunds above what is left.
 */
export async function openIntent(db: Transaction, store: { id: number }, request: IntentRequest): Promise<Intent> {
  return open(db, store, { ...request, report_values: reportValues(request.amount, request.report) }, {})
}

/** A request whose value in the reports is known already. */
export type Reported = Omit<IntentRequest, 'report'> & { report_values: ReportValues }

/** The one further attempt of an initial payment, on another gateway. */
export function openSecondAttempt(db: Transaction, store: { id: number }, request: Reported): Promise<Intent> {
  return open(db, store, request, { is_initial_retry: true })
}

async function open(db: Transaction, store: { id: number }, request: Reported, derived: Derived): Promise<Intent> {
  settlementOf(request.purpose)
  const { kind, amount, parent_transaction_id } = request
  const card =
    parent_transaction_id === null ? request.card : await checkedParentCard(db, store, kind, parent_transaction_id, amount)
  const transaction_id = await insertTransaction(
    db,
    store,
    { ...request, card, type: TYPES[kind], status: '', parent_id: parent_transaction_id },
    {
      ...derived,
      ...(request.card && parent_transaction_id === null ? authentication(store, request.gateway_id, request.card) : {}),
    },
  )
  const { id, key } = await insertIntent(db, store, request, transaction_id, card?.token ?? null)
  if (request.idempotency) await holdClaim(db, request.idempotency)
  await enqueue(db, reconciliation(store, key, FIRST_CHECK_AFTER_MS))
  return getIntent(db, store.id, id)
}

async function checkedParentCard(db: Transaction, store: { id: number }, kind: IntentKind, id: number, amount: bigint) {
  const parent = await lockParent(db, store, id)
  if (!parent) throw invalidField('transaction', 'does_not_exist', 'There is no such transaction.')
  checkParent(kind, parent, amount)
  return parent.card
}

function insertIntent(
  db: Queryable,
  store: { id: number },
  request: Reported,
  transaction_id: number,
  card_token: string | null,
) {
  return one<{ id: number; key: string }>(
    db,
    sql`insert into payment_intents (store_id, key, kind, state, gateway_id, transaction_id, amount, currency, card_token, purpose, draft,
        idempotency, save_card)
      values (${store.id}, ${request.key ?? newIntentKey()}, ${request.kind}, 'created', ${request.gateway_id}, ${transaction_id},
        ${decimal(request.amount)}, ${request.currency}, ${card_token}, ${request.purpose}, ${json(request.draft)}::jsonb,
        ${json(request.idempotency)}::jsonb, ${request.save_card ?? false})
      returning id, key`,
  )
}

/** How the cardholder is authenticated, which the gateway's settings and the card decide. */
function authentication(store: { id: number }, gateway_id: number, card: Card): Derived {
  const setting = (value: Sql) => sql`(select ${value} from gateways where store_id = ${store.id} and id = ${gateway_id})`
  const flow = isChallenged(card) ? 'challenge' : 'frictionless'
  return {
    is_3ds: isChallenged(card) ? sql`false` : setting(sql`enable_3ds2`),
    optimized_3ds: setting(sql`enable_3ds2 and optimized_3ds`),
    sca_flow: setting(sql`case when enable_3ds2 then ${flow} end`),
  }
}

/** The job that asks the gateway what became of an intent. */
export function reconciliation(store: { id: number }, key: string, after_ms: number) {
  return { task: 'payments.reconcile', payload: { store_id: store.id, key }, key, run_at: new Date(Date.now() + after_ms) }
}
