import type { Store } from '../../../platform/caller.ts'
import { one, type Queryable, type Sql, sql } from '../../../platform/sql.ts'
import type { Card } from '../card/card.ts'
import { recentDeclines } from '../card/queries.ts'
import { testCard } from '../card/test-cards.ts'
import type { Gateway } from '../gateway/gateway.ts'
import { gatewayJson, groupMembers } from '../gateway/queries.ts'
import type { PaymentAsk } from './choose-payment.ts'

/** What the shop knows about a payment by card, found with one statement. */
export interface Known {
  card: Card | null
  /** Whether the card may be charged again for this customer. */
  is_retained: boolean
  throttles: boolean
  recent_declines: number
  /** Entries of the block lists that the payment meets, as `kind` and `value`. */
  blocks: readonly { kind: 'email' | 'fingerprint' | 'bin'; value: string }[]
  /** Null when the one that was asked for does not exist. */
  group: readonly Gateway[] | null
  gateway: Gateway | null
}

type Found = Omit<Known, 'card' | 'is_retained'> & { card: (Card & { is_retained: boolean }) | null }

/** Finds what is needed to decide about a payment by card. */
export async function findKnown(db: Queryable, store: Store, ask: PaymentAsk): Promise<Known> {
  const details = ask.payment_details ?? {}
  const customer_id = ask.customer?.id ?? null
  const group_id = details.payment_gateway_group ? sql`${details.payment_gateway_group}` : sql`s.default_gateway_group_id`
  const found = await one<Found>(
    db,
    sql`
    with card as materialized (${cardAskedFor(store.id, ask, customer_id)})
    select (select row_to_json(card) from card) as card,
      s.throttle_declining_cards as throttles,
      ${recentDeclines(store.id, sql`(select fingerprint from card)`)} as recent_declines,
      (select coalesce(json_agg(json_build_object('kind', b.kind, 'value', b.value)), '[]') from block_entries b
       where b.store_id = s.id and ((b.kind = 'email' and b.value = lower(${ask.customer?.email ?? null}::text))
         or (b.kind = 'fingerprint' and b.value = (select fingerprint from card))
         or (b.kind = 'bin' and b.value = (select first_six from card)))) as blocks,
      ${groupMembers(store.id, group_id)} as "group",
      (select ${gatewayJson()} from gateways g where g.store_id = s.id and g.id = ${details.payment_gateway ?? null}::bigint) as gateway
    from stores s where s.id = ${store.id}`,
  )
  if (!found.card) return { ...found, card: null, is_retained: false }
  const { is_retained, ...card } = found.card
  const isOfAnother = card.customer_id !== null && card.customer_id !== customer_id
  return { ...found, card: isOfAnother ? null : card, is_retained }
}

/** The card of the earlier transaction that is named, else the one that the token stands for. */
function cardAskedFor(store_id: number, { payment_method, payment_details }: PaymentAsk, customer_id: number | null): Sql {
  const token = payment_details?.card_token ?? null
  const reference = payment_details?.reference_transaction_id
  if (payment_method === 'saved_card' && reference) return chargedCard(store_id, Number(reference), customer_id)
  const published = token === null ? null : testCard(token)
  return published ? publishedCard(store_id, published, customer_id) : keptCard(store_id, token, customer_id)
}

function chargedCard(store_id: number, transaction_id: number, customer_id: number | null): Sql {
  return sql`
    select card_token as token, case when is_test then 'test_gateway' else 'live' end as kind, card_fingerprint as fingerprint,
      card_brand as brand, card_first_six as first_six, card_last_four as last_four, customer_id, true as is_retained
    from transactions
    where store_id = ${store_id} and id = ${Number.isSafeInteger(transaction_id) ? transaction_id : null}::bigint
      and customer_id = ${customer_id}::bigint and card_token is not null and status = 'succeeded' and type in ('debit', 'authorize')`
}

// A published card belongs to nobody, so it counts as kept by every customer who has paid with it.
function publishedCard(store_id: number, card: Card, customer_id: number | null): Sql {
  return sql`
    select ${card.token} as token, ${card.kind} as kind, ${card.fingerprint} as fingerprint, ${card.brand} as brand,
      ${card.first_six} as first_six, ${card.last_four} as last_four, null::bigint as customer_id,
      exists (select from transactions where store_id = ${store_id} and customer_id = ${customer_id}::bigint
        and card_token = ${card.token} and status = 'succeeded') as is_retained`
}

function keptCard(store_id: number, token: string | null, customer_id: number | null): Sql {
  return sql`
    select token, kind, fingerprint, brand, first_six, last_four, customer_id,
      retained_at is not null and customer_id = ${customer_id}::bigint as is_retained
    from card_tokens where store_id = ${store_id} and token = ${token}::text`
}
