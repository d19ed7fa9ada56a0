import type { Store } from '../../../platform/caller.ts'
import type { Transaction } from '../../../platform/database.ts'
import { conflict } from '../../../platform/errors.ts'
import { cents } from '../../../platform/money.ts'
import { json, maybeOne, sql } from '../../../platform/sql.ts'
import { normalEmail, phoneNumber } from '../../customers/index.ts'
import { choosePayment, type PaymentAsk, type PaymentPlan, type RefusedPlan } from '../../payments/index.ts'
import type { OrderCreate } from './contract.ts'
import { type Decided, datePlaced, decide, isBlocked } from './decide.ts'
import type { OrderDraft } from './draft.ts'
import { draftOrder } from './draft-order.ts'
import { loadKnown, type Wanted } from './load.ts'

/** A new order that may be written, or why its payment was refused before anything was held. */
export type Prepared =
  | { plan: Exclude<PaymentPlan, { kind: 'refused' }>; ask: PaymentAsk; draft: OrderDraft }
  | { plan: RefusedPlan; ask: PaymentAsk; draft: null }

const DUPLICATE_WITHIN = '30 minutes'

interface Placing {
  store: Store
  now: Date
  public_url: string
  /** A key of its own says that a second equal order is meant. */
  may_repeat: boolean
}

/** Loads and decides a new order. */
export async function prepareOrder(db: Transaction, body: OrderCreate, placing: Placing): Promise<Prepared> {
  const { store, now } = placing
  const date_placed = datePlaced(body, store, now)
  const known = await loadKnown(db, store, wantedBy(body, date_placed))
  const decided = decide(body, known, date_placed, now)
  const ask = askFor(body, decided, now)
  const plan = await choosePayment(db, store, ask)
  if (plan.kind === 'refused') return { plan, ask, draft: null }
  const draft = draftOrder(body, decided, plan, store, placing.public_url)
  if (known.settings.prevent_duplicate_orders && !placing.may_repeat && !draft.order.is_test)
    await refuseDuplicate(db, store, draft)
  return { plan, ask, draft }
}

function wantedBy(body: OrderCreate, date_placed: Date): Wanted {
  const { user, shipping_address, billing_address } = body
  const country = shipping_address?.country?.toUpperCase() ?? null
  return {
    product_ids: [...new Set(body.lines.map(({ product_id }) => product_id))],
    currency: body.currency?.toUpperCase() || null,
    user: user
      ? {
          id: user.id ?? null,
          email: normalEmail(user.email),
          phone_number: user.phone_number ? (phoneNumber(user.phone_number, country) ?? user.phone_number) : null,
        }
      : null,
    countries: [country, billing_address?.country?.toUpperCase()].filter(code => code !== null && code !== undefined),
    offer_ids: body.offers ?? [],
    voucher_codes: (body.vouchers ?? []).map(code => code.toUpperCase()),
    agent_id: body.attribution?.agent ?? null,
    date_placed,
  }
}

function askFor(body: OrderCreate, { known, priced }: Decided, now: Date): PaymentAsk {
  const { customer } = known
  return {
    payment_method: body.payment_method ?? null,
    payment_details: body.payment_details ?? null,
    currency: known.settings.currency,
    total: priced.totals.total_incl_tax,
    customer: { id: customer?.id ?? null, email: customer?.email ?? normalEmail(body.user?.email), is_blocked: isBlocked(known) },
    has_subscription_lines: priced.lines.some(({ subscription }) => subscription !== null),
    now,
  }
}

/** A second order of the same things by the same customer within half an hour is most often a slip; the lock makes two at once queue up. */
async function refuseDuplicate(db: Transaction, store: Store, { order, lines, customer }: OrderDraft): Promise<void> {
  if (!customer?.id) return
  const wanted = lines.map(line => ({ variant_id: line.variant_id, quantity: line.quantity }))
  const found = await maybeOne<{ number: number | null }>(
    db,
    sql`
    with held as (select id from customers where store_id = ${store.id} and id = ${customer.id} for update)
    select o.number from held join orders o on o.store_id = ${store.id} and o.customer_id = held.id
    where o.created_at > now() - ${DUPLICATE_WITHIN}::interval and o.status <> 'canceled' and not o.is_test
      and o.total_incl_tax = ${order.total_incl_tax}::numeric
      and (select jsonb_agg(jsonb_build_array(l.variant_id, l.quantity) order by l.variant_id, l.quantity)
          from order_lines l where l.store_id = o.store_id and l.order_number = o.number)
        = (select jsonb_agg(jsonb_build_array(w.variant_id, w.quantity) order by w.variant_id, w.quantity)
          from jsonb_to_recordset(${json(wanted)}::jsonb) as w (variant_id bigint, quantity integer))
    union all
    select null from payment_intents i
    where i.store_id = ${store.id} and i.state in ('created', 'sent', 'unknown') and i.purpose = 'order.create'
      and i.created_at > now() - ${DUPLICATE_WITHIN}::interval
      and i.draft #>> '{customer,id}' = ${String(customer.id)} and i.draft #>> '{order,total_incl_tax}' = ${String(order.total_incl_tax)}
    limit 1`,
  )
  if (found)
    throw conflict(
      'duplicate_order',
      found.number ? `Order ${found.number} is the same.` : 'The same order is being placed right now.',
    )
}

/** Whether nothing is left to pay, so that no gateway is asked. */
export const isFree = ({ order }: OrderDraft): boolean => cents(order.total_incl_tax) === 0n
