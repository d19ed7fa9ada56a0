import { invalidField } from '../../../platform/errors.ts'
import { type Cents, cents, decimal } from '../../../platform/money.ts'
import { type Card, isChallenged } from '../card/card.ts'
import { isGivenTooOften } from '../card/rules.ts'
import type { Gateway } from '../gateway/gateway.ts'
import { drawGateway, takesCard } from '../gateway/routing.ts'
import type { GatewayPlan, PaymentAsk, PaymentPlan, RefusedPlan } from './choose-payment.ts'
import type { PaymentDetailsInput } from './contract.ts'
import type { Known } from './known.ts'
import { printableDescriptor } from './payment-method.ts'
import { BLOCKED, VELOCITY_FILTER } from './response-codes.ts'

type CardMethod = 'card_token' | 'saved_card'

const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Customers are sent back over https; plain http is for trying things out on one machine. */
export function checkReturnUrl(url: string | null | undefined): void {
  if (!url) return
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'https:' && !LOCAL.has(hostname))
    throw invalidField('payment_details.payment_return_url', 'invalid', 'Must be an https URL.')
}

/** What is wrong with a payment by card on its own, whatever the store knows. */
export function checkCardAsk(method: CardMethod, details: PaymentDetailsInput, has_subscription_lines: boolean): void {
  if (method === 'card_token' && !details.card_token)
    throw invalidField('payment_details.card_token', 'required', 'Paying by card needs the token of the card.')
  if (method === 'saved_card' && !details.card_token && !details.reference_transaction_id)
    throw invalidField(
      'payment_details.reference_transaction_id',
      'required',
      'Name an earlier transaction, or a card token that the customer kept.',
    )
  if (has_subscription_lines && details.save_card === false)
    throw invalidField('payment_details.save_card', 'unsupported', 'A subscription charges the card again, so it has to be kept.')
}

/** Decides about a payment by card: the shop's own refusals first, then which gateway, then what it is asked for. */
export function planCard(ask: PaymentAsk, known: Known, intent_key: string): PaymentPlan {
  const card = checkedCard(ask, known)
  checkGateways(ask, known)
  if (card.kind === 'test_card') return { kind: 'test_card', card }
  const refusal = refusalBefore(ask, known, card)
  if (refusal) return refusal
  if (ask.total === 0n) return { kind: 'none' }
  return planGateway(ask, route(ask, known, card, intent_key), card, intent_key)
}

function checkedCard({ payment_method, payment_details }: PaymentAsk, { card, is_retained }: Known): Card {
  if (!card || (payment_method === 'saved_card' && !is_retained)) {
    const byTransaction = payment_method === 'saved_card' && Boolean(payment_details?.reference_transaction_id)
    const field = byTransaction ? 'reference_transaction_id' : 'card_token'
    throw invalidField(`payment_details.${field}`, 'does_not_exist', 'No such card, or not one of this customer.')
  }
  if (card.kind === 'test_3ds_card') throw challengeUnsupported()
  return card
}

function checkGateways({ payment_details }: PaymentAsk, { group, gateway }: Known): void {
  const { payment_gateway, payment_gateway_group } = payment_details ?? {}
  if (payment_gateway_group && !group)
    throw invalidField('payment_details.payment_gateway_group', 'does_not_exist', 'The store has no such gateway group.')
  if (!payment_gateway_group && payment_gateway && !gateway)
    throw invalidField('payment_details.payment_gateway', 'does_not_exist', 'The store has no such gateway.')
}

function refusalBefore({ customer, total }: PaymentAsk, known: Known, card: Card): RefusedPlan | null {
  const charged = total > 0n ? card : null
  if (customer?.is_blocked || known.blocks.length > 0)
    return { kind: 'refused', code: 'customer_blocked', response_code: BLOCKED, card: charged, hits: known.blocks }
  if (charged && known.throttles && isGivenTooOften(known.recent_declines))
    return { kind: 'refused', code: 'payment_declined', response_code: VELOCITY_FILTER, card, hits: [] }
  return null
}

/** The gateway that takes the payment. A group that is named beats a gateway that is named. */
function route({ currency, payment_details }: PaymentAsk, { group, gateway }: Known, card: Card, intent_key: string): Gateway {
  const isNamed = Boolean(payment_details?.payment_gateway) && !payment_details?.payment_gateway_group
  const candidates = (isNamed ? [gateway!] : (group ?? [])).filter(each => takesCard(each, currency, card))
  if (candidates.some(each => each.enable_3ds2) && !payment_details?.payment_return_url)
    throw invalidField(
      'payment_details.payment_return_url',
      'required',
      'The card may have to be authenticated elsewhere; say where to come back to.',
    )
  const chosen = drawGateway(candidates, intent_key)
  if (chosen) return chosen
  if (isNamed)
    throw invalidField(
      'payment_details.payment_gateway',
      'unsupported',
      'The gateway is inactive or does not take this card in this currency.',
    )
  throw invalidField('payment_method', 'unsupported', 'No gateway of the store takes this card in this currency.')
}

function planGateway({ total, payment_details }: PaymentAsk, gateway: Gateway, card: Card, intent_key: string): GatewayPlan {
  if (gateway.enable_3ds2 && !gateway.optimized_3ds && isChallenged(card)) throw challengeUnsupported()
  const reserves = gateway.payment_flow === 'auth-capture'
  const save_card = payment_details?.save_card ?? true
  return {
    kind: 'gateway',
    flow: reserves ? 'authorize' : 'charge',
    amount: amountOf(total, payment_details?.authorize_value, reserves),
    gateway,
    card,
    statement_descriptor: printableDescriptor(payment_details?.statement_descriptor) ?? gateway.statement_descriptor,
    save_card,
    is_test: gateway.gateway_type === 'test',
    can_upsell: save_card,
    intent_key,
  }
}

function amountOf(total: Cents, authorize_value: string | undefined, reserves: boolean): Cents {
  if (authorize_value === undefined) return total
  const field = 'payment_details.authorize_value'
  if (!reserves) throw invalidField(field, 'unsupported', 'The gateway charges at once and reserves nothing.')
  const amount = cents(authorize_value)
  if (amount < total) throw invalidField(field, 'min_value', `Must be at least ${decimal(total)}, the total of the order.`)
  return amount
}

const challengeUnsupported = () =>
  invalidField(
    'payment_details.card_token',
    'unsupported',
    'The card has to be authenticated by its holder, which is not possible here.',
  )
