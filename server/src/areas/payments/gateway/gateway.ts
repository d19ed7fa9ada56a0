import type { Cents } from '../../../platform/money.ts'

/** A gateway of the store: where money is asked for, and under which conditions. */
export interface Gateway {
  id: number
  name: string
  gateway_type: string
  active: boolean
  /** Empty takes every currency; the same for `card_types`. */
  currencies: readonly string[]
  card_types: readonly string[]
  payment_methods: readonly string[]
  payment_flow: 'charge' | 'auth-capture'
  enable_3ds2: boolean
  optimized_3ds: boolean
  re_attemp_intitial_charge: boolean
  re_attemp_group: number | null
  statement_descriptor: string | null
  /** Its share of the group that it is chosen from. */
  weight: number
}

/** One request to a gateway. It may be sent twice: the same key always means the same movement of money. */
export interface Ask {
  key: string
  amount: Cents
  currency: string
  card_token: string | null
  statement_descriptor: string | null
  /** What is captured, voided or refunded. */
  parent: { key: string; external_id: string | null } | null
}

export interface Verdict {
  state: 'approved' | 'declined'
  response_code: number
  external_id: string | null
  auth_code: string | null
  network_transaction_id: string | null
}

/** What a gateway says: its verdict, or that the request certainly never reached it. Everything thrown means "nobody knows". */
export type Answer = Verdict | { state: 'unreachable' }

type Request = (ask: Ask) => Promise<Answer>

/** What the shop needs of any gateway. */
export interface GatewayConnection {
  authorize: Request
  charge: Request
  capture: Request
  void: Request
  refund: Request
  verify: Request
  /** What became of a key. */
  lookup(key: string): Promise<Verdict | { state: 'missing' }>
  /** Makes sure that a key the gateway has not seen is refused should it still arrive; answers the verdict when it already did. */
  abandon(key: string): Promise<Verdict | { state: 'abandoned' }>
}
