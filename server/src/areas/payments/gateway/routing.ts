import { createHash } from 'node:crypto'
import type { Card } from '../card/card.ts'
import { isConnectable } from './connect.ts'
import type { Gateway } from './gateway.ts'

export const BANKCARD = 'bankcard'

/** Whether a gateway can take a payment by this card in this currency now. */
export function takesCard(gateway: Gateway, currency: string, card: Card): boolean {
  return (
    gateway.active &&
    isConnectable(gateway.gateway_type) &&
    gateway.payment_methods.includes(BANKCARD) &&
    fits(gateway.currencies, currency) &&
    fits(gateway.card_types, card.brand) &&
    // Test cards mean nothing to a gateway that moves money, and a live card is never tried out.
    (gateway.gateway_type === 'test') === (card.kind === 'test_gateway')
  )
}

const fits = (accepted: readonly string[], value: string) => accepted.length === 0 || accepted.includes(value)

/** Draws a gateway in proportion to the weights. The same key always draws the same one; null when there is none to draw. */
export function drawGateway<G extends Pick<Gateway, 'id' | 'weight'>>(gateways: readonly G[], key: string): G | null {
  const inOrder = gateways.toSorted((a, b) => a.id - b.id)
  const total = inOrder.reduce((sum, { weight }) => sum + BigInt(weight), 0n)
  if (total === 0n) return null
  let rest = createHash('sha256').update(key).digest().readBigUInt64BE() % total
  for (const gateway of inOrder) {
    if (rest < BigInt(gateway.weight)) return gateway
    rest -= BigInt(gateway.weight)
  }
  return null
}
