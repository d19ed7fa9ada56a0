import { createHmac } from 'node:crypto'
import { type Card, CHALLENGED_TOKEN } from './card.ts'

interface Published {
  token: string
  number: string
  brand: string
  kind: Card['kind']
}

// Our choice: the names of the tokens that stand for the numbers which a gateway is asked about.
const PUBLISHED: readonly Published[] = [
  { token: 'test_card', number: '6011111111111117', brand: 'discover', kind: 'test_card' },
  { token: 'test_3ds_card', number: '6011000990139424', brand: 'discover', kind: 'test_3ds_card' },
  { token: 'test_gw_approve', number: '4111111111111111', brand: 'visa', kind: 'test_gateway' },
  { token: CHALLENGED_TOKEN, number: '5555555555554444', brand: 'mastercard', kind: 'test_gateway' },
  { token: 'test_gw_decline', number: '4012888888881881', brand: 'visa', kind: 'test_gateway' },
]

const TEST_GATEWAY_TOKEN = /^test_gw_(decline_\d{4}|timeout|lost|unreachable|slow_\d{1,5}|refund_fail|refund_timeout)$/

/**
 * The test card that a token names, without any row: each published number, by its token or by the number itself, and the
 * `test_gw_…` that stand for something that goes wrong, each a visa of its own.
 */
export function testCard(token: string): Card | null {
  const published = PUBLISHED.find(each => each.token === token || each.number === token)
  if (published) return shown(published)
  return TEST_GATEWAY_TOKEN.test(token)
    ? shown({ token, number: inventedNumber(token), brand: 'visa', kind: 'test_gateway' })
    : null
}

function shown({ token, number, brand, kind }: Published): Card {
  const fingerprint = fingerprintOf(number)
  return { token, kind, fingerprint, brand, first_six: number.slice(0, 6), last_four: number.slice(-4), customer_id: null }
}

// Our choice: the numbers are published, so the key of their fingerprints guards nothing and is part of the program.
const fingerprintOf = (number: string) => createHmac('sha256', 'published test numbers').update(number).digest('hex')

function inventedNumber(token: string): string {
  const digits = BigInt(`0x${createHmac('sha256', 'invented test numbers').update(token).digest('hex').slice(0, 16)}`)
  return `400000${String(digits % 10n ** 10n).padStart(10, '0')}`
}
