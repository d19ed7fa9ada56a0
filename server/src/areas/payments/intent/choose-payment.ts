import type { Store } from '../../../platform/caller.ts'
import { invalidField } from '../../../platform/errors.ts'
import type { Cents } from '../../../platform/money.ts'
import type { Queryable } from '../../../platform/sql.ts'
import type { Card } from '../card/card.ts'
import { externalMethodExists } from '../external-payment-method/queries.ts'
import type { Gateway } from '../gateway/gateway.ts'
import type { PaymentDetailsInput, PaymentMethod } from './contract.ts'
import { findKnown } from './known.ts'
import { newIntentKey } from './open-intent.ts'
import { isCardMethod, isRepeatable } from './payment-method.ts'
import { BLOCKED } from './response-codes.ts'
import { checkCardAsk, checkReturnUrl, planCard } from './rules.ts'

/** A payment that is asked for. */
export interface PaymentAsk {
  payment_method: string | null
  payment_details: PaymentDetailsInput | null
  currency: string
  total: Cents
  /** `is_blocked` also when only the e-mail stands on the block list. */
  customer: { id: number | null; email: string | null; is_blocked: boolean } | null
  has_subscription_lines: boolean
  now: Date
}

/** Refused by the shop itself, before any gateway is asked. */
export interface RefusedPlan {
  kind: 'refused'
  code: 'customer_blocked' | 'payment_declined'
  response_code: number
  /** Null when nothing was to be charged, which leaves no transaction. */
  card: Card | null
  hits: readonly { kind: 'email' | 'fingerprint' | 'bin'; value: string }[]
}

export interface GatewayPlan {
  kind: 'gateway'
  flow: 'charge' | 'authorize'
  amount: Cents
  gateway: Gateway
  card: Card
  statement_descriptor: string | null
  save_card: boolean
  is_test: boolean
  can_upsell: boolean
  intent_key: string
}

export type PaymentPlan =
  | { kind: 'none' }
  | { kind: 'external'; payment_method: string }
  /** Paid at once by a card that needs no gateway and leaves no transactions. */
  | { kind: 'test_card'; card: Card }
  | GatewayPlan
  | RefusedPlan

/** Decides how an order is paid, without changing anything; refuses with 400 what cannot be paid that way. */
export async function choosePayment(db: Queryable, store: Store, ask: PaymentAsk): Promise<PaymentPlan> {
  const method = ask.payment_method as PaymentMethod | null
  const details = ask.payment_details ?? {}
  if (ask.has_subscription_lines && !isRepeatable(method))
    throw invalidField(
      'payment_method',
      'unsupported',
      'Subscriptions need a method that can be charged again without the customer.',
    )
  checkReturnUrl(details.payment_return_url)
  if (method === null) return unlessBlocked(ask, { kind: 'none' })
  if (method === 'external') return unlessBlocked(ask, await chooseExternal(db, store, details.external_payment_method))
  if (!isCardMethod(method)) {
    if (!details.payment_return_url)
      throw invalidField(
        'payment_details.payment_return_url',
        'required',
        'This method sends the customer elsewhere, and needs to know where back to.',
      )
    throw invalidField('payment_method', 'unsupported', 'No gateway of the store has this method enabled.')
  }
  checkCardAsk(method, details, ask.has_subscription_lines)
  return planCard(ask, await findKnown(db, store, ask), newIntentKey())
}

function unlessBlocked(ask: PaymentAsk, plan: PaymentPlan): PaymentPlan {
  return ask.customer?.is_blocked ? blocked(ask) : plan
}

function blocked({ customer }: PaymentAsk): RefusedPlan {
  const hits = customer?.email ? ([{ kind: 'email', value: customer.email.toLowerCase() }] as const) : []
  return { kind: 'refused', code: 'customer_blocked', response_code: BLOCKED, card: null, hits }
}

async function chooseExternal(db: Queryable, store: Store, code: string | null | undefined): Promise<PaymentPlan> {
  if (!code) return { kind: 'external', payment_method: 'external' }
  if (!(await externalMethodExists(db, store, code)))
    throw invalidField(
      'payment_details.external_payment_method',
      'does_not_exist',
      'The store has no external payment method of this code.',
    )
  return { kind: 'external', payment_method: code }
}
