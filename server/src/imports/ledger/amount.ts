import { decimal, fraction } from '../../platform/money.ts'

/** An amount in millionths, because prices of a ledger may have more than two decimals. */
export type Exact = bigint

const DECIMALS = 6
const SCALE = 10n ** BigInt(DECIMALS)
const PER_CENT = SCALE / 100n

/** Reads a decimal of up to six decimals exactly, null when it is none. */
export function exact(text: string): Exact | null {
  const found = /^(-?\d{1,15})(?:\.(\d+))?$/.exec(text)
  if (!found || (found[2] ?? '').replace(/0+$/, '').length > DECIMALS) return null
  const { numerator, denominator } = fraction(text)
  return (numerator * SCALE) / denominator
}

/** Whether an order can hold it. */
export const isWholeCents = (amount: Exact): boolean => amount % PER_CENT === 0n

export const toCents = (amount: Exact): bigint => amount / PER_CENT
export const fromCents = (cents: bigint): Exact => cents * PER_CENT

/** With two decimals, and with six where two do not hold it. */
export function shownAmount(amount: Exact): string {
  if (isWholeCents(amount)) return decimal(toCents(amount))
  const digits = String(amount < 0n ? -amount : amount).padStart(DECIMALS + 1, '0')
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`
}
