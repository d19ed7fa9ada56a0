import { announce, type Changes } from '../../../platform/announcements.ts'
import type { Transaction } from '../../../platform/database.ts'
import { json, one, run, sql } from '../../../platform/sql.ts'
import type { CustomerDraft } from './draft.ts'

interface Saved {
  id: number
  made: boolean
  became_customer: boolean
  before: Record<string, unknown>
}

/** Finds or makes the customer of a draft, fills it in and keeps its new addresses. Answers the id. */
export async function saveCustomer(db: Transaction, store: { id: number }, draft: CustomerDraft): Promise<number> {
  const { id, values, addresses, becomes_customer } = draft
  if (id !== null && Object.keys(values).length === 0 && addresses.length === 0 && !becomes_customer) return id
  const saved = id === null ? await insertCustomer(db, store.id, draft) : await updateCustomer(db, store.id, draft, id)
  if (addresses.length > 0) await insertAddresses(db, store.id, saved.id, draft)
  if (saved.made) await announce(db, store, 'customer.created', { id: saved.id })
  else if (Object.keys(values).length > 0 || addresses.length > 0 || saved.became_customer)
    await announce(db, store, 'customer.updated', { id: saved.id, changes: changesOf(draft, saved) })
  return saved.id
}

// Two requests may bring the same new e-mail at once: the second finds what the first made.
function insertCustomer(db: Transaction, store_id: number, { email, values, becomes_customer }: CustomerDraft): Promise<Saved> {
  const phoneOnly = email === null
  return one<Saved>(
    db,
    sql`
    insert into customers as c (store_id, email, first_name, last_name, phone_number, language, accepts_marketing, ip, user_agent, tags, metadata, user_type)
    select ${store_id}, ${email}, coalesce(v.first_name, ''), coalesce(v.last_name, ''), v.phone_number, v.language,
      coalesce(v.accepts_marketing, false), v.ip, v.user_agent, coalesce(v.tags, '{}'), v.metadata, ${becomes_customer ? 'customer' : 'lead'}
    from jsonb_populate_record(null::customers, ${json(values)}::jsonb) v
    ${
      phoneOnly
        ? sql`on conflict (store_id, phone_number) where email is null and phone_number is not null`
        : sql`on conflict (store_id, email) where email is not null`
    }
    do update set user_type = case when c.user_type = 'lead' then excluded.user_type else c.user_type end
    returning c.id, c.xmax = 0 as made, false as became_customer, '{}'::jsonb as before`,
  )
}

function updateCustomer(
  db: Transaction,
  store_id: number,
  { values, becomes_customer }: CustomerDraft,
  id: number,
): Promise<Saved> {
  return one<Saved>(
    db,
    sql`
    with held as (select * from customers where store_id = ${store_id} and id = ${id} for no key update)
    update customers c set
      first_name = v.first_name, last_name = v.last_name, phone_number = v.phone_number, language = v.language,
      accepts_marketing = v.accepts_marketing, ip = v.ip, user_agent = v.user_agent, tags = v.tags, metadata = v.metadata,
      user_type = case when held.user_type = 'lead' and ${becomes_customer} then 'customer' else held.user_type end,
      updated_at = now(), version = c.version + 1
    from held, jsonb_populate_record(null::customers, to_jsonb(held) - 'search' || ${json(values)}::jsonb) v
    where c.store_id = ${store_id} and c.id = held.id
    returning c.id, false as made, held.user_type = 'lead' and ${becomes_customer} as became_customer, to_jsonb(held) - 'search' as before`,
  )
}

async function insertAddresses(
  db: Transaction,
  store_id: number,
  customer_id: number,
  { addresses }: CustomerDraft,
): Promise<void> {
  await run(
    db,
    sql`
    insert into customer_addresses (store_id, customer_id, first_name, last_name, line1, line2, line3, line4, state, postcode, country,
      phone_number, notes, is_default_for_shipping, is_default_for_billing)
    select ${store_id}, ${customer_id}, a.first_name, a.last_name, a.line1, a.line2, a.line3, a.line4, a.state, a.postcode, a.country,
      a.phone_number, a.notes, first.made, first.made
    from (
      select *, row_number() over () as position from jsonb_populate_recordset(null::customer_addresses, ${json(addresses)}::jsonb)
    ) a, lateral (
      select a.position = 1 and not exists (
        select from customer_addresses o where o.store_id = ${store_id} and o.customer_id = ${customer_id}) as made
    ) first
    on conflict do nothing`,
  )
}

function changesOf({ values, becomes_customer }: CustomerDraft, { before }: Saved): Changes {
  const after: Record<string, unknown> = {
    ...values,
    ...(becomes_customer && before.user_type === 'lead' ? { user_type: 'customer' } : {}),
  }
  return Object.fromEntries(Object.entries(after).map(([key, value]) => [key, { before: before[key] ?? null, after: value }]))
}
