import pg from 'pg'
import { ask } from './load.ts'
import { newOrder, type Shop } from './shop.ts'

interface Listed {
  number: string
}

/** How the orders of a shop stand after a while: most are paid and shipped, a few wait for one of the two, one was canceled. */
const FATES = [...Array(14).fill('shipped'), ...Array(3).fill('paid'), ...Array(2).fill('placed'), 'canceled'] as const

/** As many orders as the others are copied from. */
export const MODELS = FATES.length

/** Takes the orders that others are copied from through the API, each by a customer of its own. */
export async function placeModels(port: number, shop: Shop): Promise<void> {
  const post = (path: string, body: object) => ask(port, shop.token, { method: 'POST', path: `/api/admin${path}`, body })
  for (const [index, fate] of FATES.entries()) {
    const { number } = (await post('/orders/', newOrder(shop, 3, `buyer-${index}@example.com`))) as Listed
    if (fate === 'canceled') await post(`/orders/${number}/cancel/`, { cancel_reason: 'Ordered twice' })
    if (fate === 'paid' || fate === 'shipped') await post(`/orders/${number}/mark-as-paid/`, {})
    if (fate === 'shipped') await post(`/orders/${number}/fulfillments/`, { carrier: 'ups', tracking_code: `1Z${index}` })
  }
}

/** The columns of each table that name a row of these tables, and so move on with every copy; `id` or `number` is its own. */
const COPIED: Record<string, Record<string, string>> = {
  customers: { id: 'customers' },
  customer_addresses: { id: 'customer_addresses', customer_id: 'customers' },
  orders: { number: 'orders', customer_id: 'customers' },
  order_lines: { id: 'order_lines', order_number: 'orders' },
  fulfillment_orders: { id: 'fulfillment_orders', order_number: 'orders' },
  fulfillment_order_lines: {
    id: 'fulfillment_order_lines',
    fulfillment_order_id: 'fulfillment_orders',
    order_line_id: 'order_lines',
  },
  fulfillments: { id: 'fulfillments', order_number: 'orders' },
  fulfillment_lines: {
    id: 'fulfillment_lines',
    fulfillment_id: 'fulfillments',
    fulfillment_order_line_id: 'fulfillment_order_lines',
    order_line_id: 'order_lines',
  },
  transactions: { id: 'transactions', order_number: 'orders', customer_id: 'customers' },
  events: { id: 'events' },
  stock_movements: { id: 'stock_movements' },
}
const KEYS = { orders: 'number' } as Record<string, string>
const keyOf = (table: string): string => KEYS[table] ?? 'id'

/** Values that a copy makes its own; `k` counts the copies. */
const ALTERED: Record<string, Record<string, string>> = {
  customers: { email: `'copy-' || k || '-' || email` },
  orders: { status_token: `status_token || k` },
  events: {
    event_id: 'gen_random_uuid()',
    object_id: `object_id + k * case object_type when 'order' then :orders: when 'customer' then :customers: when 'transaction' then :transactions:
      when 'fulfillment' then :fulfillments: else 0 end`,
  },
  stock_movements: { reference: `'order ' || substr(reference, 7)::bigint + k * :orders:` },
}
/** Rows that belong to no order. */
const LEFT_OUT: Record<string, string> = { stock_movements: `m.cause <> 'count'` }

/** Copies every row of the models so often that the shop has this many orders. The models move into the past, the last copies are of now. */
export async function fill(url: string, orders: number): Promise<void> {
  const db = new pg.Client({ connectionString: url })
  await db.connect()
  const spans = await spansOf(db)
  const copies = Math.ceil(orders / MODELS) - 1
  await db.query(`set session_replication_role = replica`)
  await db.query(`set maintenance_work_mem = '256MB'`)
  for (const [table, references] of Object.entries(COPIED)) {
    const columns = await columnsOf(db, table)
    const earlier = columns.filter(isTime).map(({ name }) => `${name} = ${name} - ${copies} * ${A_COPY}`)
    if (earlier.length > 0) await db.query(`update ${table} set ${earlier.join(', ')}`)
    const values = columns.map(({ name, type }) => copyOf(table, name, type, references, spans))
    const names = columns.map(({ name }) => name).join(', ')
    await db.query(
      `insert into ${table} (${names}) overriding system value
       select ${values.join(', ')} from ${table} m cross join generate_series(1, ${copies}) k
       where ${LEFT_OUT[table] ?? true} order by k, m.${keyOf(table)}`,
    )
    await moveSequence(db, table)
  }
  await settleStock(db, copies)
  await db.query('reset session_replication_role')
  await db.query('vacuum analyze')
  await db.query('checkpoint')
  await db.end()
}

function copyOf(
  table: string,
  name: string,
  type: string,
  references: Record<string, string>,
  spans: Map<string, number>,
): string {
  const altered = ALTERED[table]?.[name]
  if (altered) return altered.replace(/:(\w+):/g, (_, other) => String(spans.get(other)))
  const target = references[name]
  if (target) return `m.${name} + k * ${spans.get(target)}`
  return isTime({ type }) ? `m.${name} + k * ${A_COPY}` : `m.${name}`
}

const A_COPY = `interval '10 minutes'`
const isTime = ({ type }: { type: string }): boolean => type === 'timestamp with time zone'

/** How far the ids of a copy lie from those of its model. */
async function spansOf(db: pg.Client): Promise<Map<string, number>> {
  const spans = new Map<string, number>()
  for (const table of Object.keys(COPIED)) {
    const key = keyOf(table)
    const { rows } = await db.query(`select coalesce(max(${key}) - min(${key}) + 1, 1) as span from ${table}`)
    spans.set(table, Number(rows[0].span))
  }
  return spans
}

async function columnsOf(db: pg.Client, table: string): Promise<{ name: string; type: string }[]> {
  const { rows } = await db.query(
    `select column_name as name, data_type as type from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  )
  return rows
}

async function moveSequence(db: pg.Client, table: string): Promise<void> {
  const sequence = table === 'orders' ? `'order_numbers_' || min(store_id)` : `pg_get_serial_sequence('${table}', 'id')`
  await db.query(`select setval((${sequence})::regclass, max(${keyOf(table)})) from ${table}`)
}

/** The shelves have moved for every copy as they have for its model. */
async function settleStock(db: pg.Client, copies: number): Promise<void> {
  await db.query(`
    update stock_records s set num_in_stock = s.num_in_stock + m.in_stock, num_allocated = m.allocated
    from (select store_id, stock_record_id, sum(allocated_change) as allocated, sum(in_stock_change) * ${copies} / ${copies + 1} as in_stock
      from stock_movements where cause <> 'count' group by 1, 2) m
    where s.store_id = m.store_id and s.id = m.stock_record_id`)
}
