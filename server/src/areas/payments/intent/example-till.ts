import type { Api } from '../../../../test/harness.ts'
import type { Store } from '../../../platform/caller.ts'
import type { Transact, Transaction } from '../../../platform/database.ts'
import { type Cents, cents } from '../../../platform/money.ts'
import { many, maybeOne, one, run, sql } from '../../../platform/sql.ts'
import type { Card } from '../card/card.ts'
import { testCard } from '../card/test-cards.ts'
import { createGateway, createGatewayGroup, type NewGateway } from '../gateway/create-gateway.ts'
import { conduct } from './conduct.ts'
import type { Intent, IntentRequest, Outcome } from './intent.ts'
import { openIntent } from './open-intent.ts'
import { reconcile } from './reconcile.ts'
import { type Settled, settleWith } from './settlement.ts'

const BUDGET_MS = 200

export interface Row {
  status: string
  type: string
  amount: string
  response_code: number | null
  gateway_id: number | null
  is_initial_retry: boolean
  expires_at: Date | null
  card_token: string | null
  report_values: { amount: string; currency: string }
}

/** A till for tests: a store with a test gateway, and a purpose whose settlements are written down. */
export function openTill(api: Api, purpose = 'till.sale') {
  const sold: Settled[] = []
  const lost: Settled[] = []
  const till = {
    sold,
    lost,
    gateway_id: 0,
    /** What the settlement does instead of nothing. */
    onSold: async (_settled: Settled): Promise<void> => {},
    /** What a settled sale is answered with. */
    get store(): Store {
      return { id: api.store_id, label: 'till', timezone: 'UTC', primary_domain: 'till.example.com' }
    },
    transact: (work => api.database.transact(origin, work)) as Transact,
    async prepare(gateway: Partial<NewGateway> = {}) {
      till.gateway_id = await createGateway(api.database.pool, api.store_id, { name: 'Test', gateway_type: 'test', ...gateway })
      await createGatewayGroup(api.database.pool, api.store_id, {
        name: 'All',
        members: [{ gateway_id: till.gateway_id, weight: 1 }],
      })
    },
    /** Opens an intent: a charge of 20.00 on a card unless wished otherwise. */
    open: (token: string, wishes: Partial<IntentRequest> = {}): Promise<Intent> =>
      till.transact(db => till.openIn(db, token, wishes)),
    openIn: (db: Transaction, token: string, wishes: Partial<IntentRequest>): Promise<Intent> =>
      openIntent(db, till.store, { ...sale(purpose, till.gateway_id), card: testCard(token), ...wishes }),
    conduct: (intent: Intent): Promise<Outcome> =>
      conduct({ transact: till.transact, db: api.database.pool, budget_ms: BUDGET_MS }, till.store, intent),
    sell: async (token: string, wishes: Partial<IntentRequest> = {}): Promise<Outcome> =>
      till.conduct(await till.open(token, wishes)),
    keepCard: (token: string, customer_id: number | null = null) =>
      run(
        api.database.pool,
        sql`insert into card_tokens (store_id, token, kind, fingerprint, brand, first_six, last_four, customer_id, retained_at)
          values (${api.store_id}, ${token}, 'test_gateway', ${token}, 'visa', '411111', '1111', ${customer_id},
            case when ${customer_id}::bigint is not null then now() end)`,
      ),
    /** Lets an intent become older, so that it is due. */
    age: (intent: { key: string }, minutes: number) =>
      run(
        api.database.pool,
        sql`update payment_intents set created_at = created_at - make_interval(mins => ${minutes}), sent_at = sent_at - make_interval(mins => ${minutes}),
          next_check_at = next_check_at - make_interval(mins => ${minutes}) where key = ${intent.key}`,
      ),
    reconcile: (payload: Record<string, unknown> = {}) =>
      reconcile.perform(payload, { database: api.database, transact: till.transact, log: silent }),
    state: async (intent: { key: string }): Promise<string> =>
      (await one<{ state: string }>(api.database.pool, sql`select state from payment_intents where key = ${intent.key}`)).state,
    transaction: (id: number): Promise<Row> =>
      one<Row>(api.database.pool, sql`select * from transactions where store_id = ${api.store_id} and id = ${id}`),
    entry: (intent: { key: string }) =>
      maybeOne<{ outcome: string; kind: string }>(
        api.database.pool,
        sql`select outcome, kind from test_gateway.entries where key = ${intent.key}`,
      ),
    async announced(transaction_id: number): Promise<string[]> {
      const events = await many<{ type: string }>(
        api.database.pool,
        sql`select type from events where object_type = 'transaction' and object_id = ${transaction_id} order by id`,
      )
      return events.map(({ type }) => type)
    },
  }
  settleWith(purpose, {
    async succeeded(_db, _store, settled) {
      await till.onSold(settled)
      sold.push(settled)
      return { body: { sold: settled.transaction_id }, status: 201 }
    },
    async failed(_db, _store, settled) {
      lost.push(settled)
    },
  })
  return till
}

const origin = { actor: { kind: 'system' as const, id: null, name: 'tests' }, request_id: null }
const silent = { info() {}, warn() {}, error() {}, request() {}, failure() {} }

function sale(purpose: string, gateway_id: number): IntentRequest {
  return {
    purpose,
    kind: 'charge',
    amount: 2000n,
    currency: 'USD',
    gateway_id,
    card: null,
    parent_transaction_id: null,
    order_number: null,
    customer_id: null,
    report: { currency: 'USD', rate: '1' },
    is_test: true,
    statement_descriptor: null,
    payment_method: 'bankcard',
    draft: { wanted: 'a lamp' },
    idempotency: null,
  }
}

export async function customerWith(api: Api, email: string): Promise<number> {
  const made = await one<{ id: number }>(
    api.database.pool,
    sql`insert into customers (store_id, email) values (${api.store_id}, ${email}) returning id`,
  )
  return made.id
}

/** A card as the vault keeps it under a token. */
export const vaultCard = (token: string): Card => ({
  token,
  kind: 'test_gateway',
  fingerprint: token,
  brand: 'visa',
  first_six: '411111',
  last_four: '1111',
  customer_id: null,
})

/** What the shop believes it earned, and what the gateway's own books say. */
export async function bothBooks(api: Api): Promise<{ ours: Cents; theirs: Cents }> {
  const { ours, theirs } = await one<{ ours: string; theirs: string }>(
    api.database.pool,
    sql`select
      (select coalesce(sum(case type when 'debit' then amount when 'refund' then -amount end), 0) from transactions
        where status = 'succeeded' and not is_external) as ours,
      (select coalesce(sum(case kind when 'charge' then amount when 'capture' then amount when 'refund' then -amount end), 0)
        from test_gateway.entries where outcome = 'approved') as theirs`,
  )
  return { ours: cents(ours), theirs: cents(theirs) }
}
