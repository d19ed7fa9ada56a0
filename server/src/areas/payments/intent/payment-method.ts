import type { PaymentMethod } from './contract.ts'

const CARD_METHODS = new Set<PaymentMethod>(['card_token', 'saved_card'])
const REPEATABLE = new Set<PaymentMethod>([
  'card_token',
  'saved_card',
  'apple_pay',
  'google_pay',
  'paypal',
  'klarna',
  'link',
  'twint',
])

/** Whether the payment needs a card and can be made without sending the customer elsewhere. */
export function isCardMethod(method: PaymentMethod): method is 'card_token' | 'saved_card' {
  return CARD_METHODS.has(method)
}

/** Whether later payments can be made without the customer, as subscriptions need it. */
export function isRepeatable(method: PaymentMethod | null): boolean {
  return method !== null && REPEATABLE.has(method)
}

/** The text that goes on a card statement; null for one that the card networks would not print. */
export function printableDescriptor(text: string | null | undefined): string | null {
  return text && /^[A-Za-z0-9 &,.\-#]{1,22}$/.test(text) ? text : null
}
