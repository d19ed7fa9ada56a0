import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { decimal } from '../../../platform/money.ts'
import { maybeOne, one, type Queryable, sql } from '../../../platform/sql.ts'
import type { Answer, Ask, GatewayConnection, Verdict } from './gateway.ts'

interface Entry {
  key: string
  outcome: 'approved' | 'declined' | 'abandoned'
  response_code: number
}

type Kind = 'authorize' | 'charge' | 'capture' | 'void' | 'refund' | 'verify'

const APPROVED = 1000
const TIMED_OUT = 5003
const REFUND_ERROR = 3014

/** The built-in gateway for trying things out. What it does is decided by the card; its books are a ledger of its own. */
export function testGateway(db: Queryable): GatewayConnection {
  return {
    authorize: ask => onCard(db, 'authorize', ask),
    charge: ask => onCard(db, 'charge', ask),
    verify: ask => onCard(db, 'verify', { ...ask, amount: 0n }),
    capture: ask => book(db, 'capture', ask, APPROVED),
    void: ask => book(db, 'void', ask, APPROVED),
    refund: ask => refund(db, ask),

    async lookup(key) {
      const entry = await maybeOne<Entry>(
        db,
        sql`select key, outcome, response_code from test_gateway.entries where key = ${key}`,
      )
      return entry ? verdict(entry) : { state: 'missing' }
    },

    async abandon(key) {
      const entry = await enter(db, 'abandon', { key, amount: 0n, currency: '', parent: null }, 'abandoned', TIMED_OUT)
      return entry.outcome === 'abandoned' ? { state: 'abandoned' } : verdict(entry)
    },
  }
}

async function onCard(db: Queryable, kind: Kind, ask: Ask): Promise<Answer> {
  const [, word = '', number = ''] = /^test_gw_([a-z]+)(?:_(\d+))?$/.exec(ask.card_token ?? '') ?? []
  switch (word) {
    // Our choice: `test_gw_unreachable` cannot even be sent, so that this can be tried out as well.
    case 'unreachable':
      return { state: 'unreachable' }
    case 'lost':
      return never()
    case 'timeout':
      await book(db, kind, ask, APPROVED)
      return never()
    case 'slow':
      await pause(Number(number), null, { ref: false })
      return book(db, kind, ask, APPROVED)
    case 'decline':
      return book(db, kind, ask, Number(number || 2000))
    default:
      return book(db, kind, ask, APPROVED)
  }
}

// Our choice: `test_gw_refund_timeout` refunds without ever answering.
async function refund(db: Queryable, ask: Ask): Promise<Answer> {
  if (ask.card_token === 'test_gw_refund_fail') return book(db, 'refund', ask, REFUND_ERROR)
  const answer = await book(db, 'refund', ask, APPROVED)
  return ask.card_token === 'test_gw_refund_timeout' ? never() : answer
}

const never = () => new Promise<never>(() => {})

async function book(db: Queryable, kind: Kind, ask: Ask, response_code: number): Promise<Verdict> {
  return verdict(await enter(db, kind, ask, response_code === APPROVED ? 'approved' : 'declined', response_code))
}

/** Writes the entry of a key, or answers the one that is already there. */
function enter(
  db: Queryable,
  kind: Kind | 'abandon',
  { key, amount, currency, parent }: Pick<Ask, 'key' | 'amount' | 'currency' | 'parent'>,
  outcome: Entry['outcome'],
  response_code: number,
): Promise<Entry> {
  return one<Entry>(
    db,
    sql`insert into test_gateway.entries (key, kind, parent_key, amount, currency, outcome, response_code)
      values (${key}, ${kind}, ${parent?.key ?? null}, ${decimal(amount)}, ${currency}, ${outcome}, ${response_code})
      on conflict (key) do update set key = excluded.key
      returning key, outcome, response_code`,
  )
}

function verdict({ key, outcome, response_code }: Entry): Verdict {
  const isApproved = outcome === 'approved'
  const traces = createHash('sha256').update(key).digest('hex')
  return {
    state: isApproved ? 'approved' : 'declined',
    response_code,
    external_id: `test_${traces.slice(0, 20)}`,
    auth_code: isApproved ? traces.slice(20, 26).toUpperCase() : null,
    network_transaction_id: isApproved ? traces.slice(26, 41) : null,
  }
}
