/** An amount in hundredths, whatever the currency: 12.50 is 1250n, and 1000 yen are 100000n. */
export type Cents = bigint

/** A decimal text as the quotient it stands for: '0.0825' is 825 / 10000. */
export interface Fraction {
  numerator: bigint
  denominator: bigint
}

const plainDecimal = /^(-?)(?=\.?\d)(\d*)\.?(\d*)$/

const FRACTIONS_MAX = 1_000
const fractions = new Map<string, Fraction>()

/** Reads any plain decimal exactly. Throws on everything else: exponents, signs in front of positives, spaces, nothing at all. */
export function fraction(text: string): Fraction {
  // The rates of an order are read once for each of its lines and amounts.
  const known = fractions.get(text)
  if (known) return known
  const read = readFraction(text)
  if (fractions.size < FRACTIONS_MAX) fractions.set(text, read)
  return read
}

function readFraction(text: string): Fraction {
  const match = plainDecimal.exec(text)
  if (!match) throw new RangeError(`Not a plain decimal: ${JSON.stringify(text)}`)
  const [, sign = '', whole = '', decimals = ''] = match
  return { numerator: BigInt(`${whole}${decimals}`) * (sign ? -1n : 1n), denominator: 10n ** BigInt(decimals.length) }
}

/** Reads an amount of at most two decimals; throws on anything else. */
export function cents(text: string): Cents {
  const { numerator, denominator } = readFraction(text)
  if (denominator > 100n) throw new RangeError(`An amount has at most two decimals: ${JSON.stringify(text)}`)
  return (numerator * 100n) / denominator
}

/** The amount as the wire has it, always with two decimals: '12.50', '-0.05', never '-0.00'. */
export function decimal(value: Cents): string {
  const digits = String(magnitude(value)).padStart(3, '0')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** The one rounding there is: halves away from zero, to a whole number of `unit`, the smallest coin of the currency in cents. */
export function divideRounded(numerator: bigint, denominator: bigint, unit: Cents = 1n): Cents {
  if (denominator <= 0n) throw new RangeError('The divisor of an amount must be positive.')
  const step = denominator * unit
  const rounded = ((2n * magnitude(numerator) + step) / (2n * step)) * unit
  return numerator < 0n ? -rounded : rounded
}

/** That many percent of the amount: percent(9999n, '10') is 1000n. */
export function percent(amount: Cents, percentText: string, unit: Cents = 1n): Cents {
  const { numerator, denominator } = fraction(percentText)
  return divideRounded(amount * numerator, denominator * 100n, unit)
}

/** The amount in another currency, rounded to that currency's unit. */
export function convert(amount: Cents, rateText: string, unit: Cents = 1n): Cents {
  const { numerator, denominator } = fraction(rateText)
  return divideRounded(amount * numerator, denominator, unit)
}

/**
 * Divides the total by weights that are not negative. The parts add up to the total exactly: what rounding down leaves over goes, one
 * unit each, to the largest remainders, the earlier part first. Without any weight every part is zero.
 */
export function split(total: Cents, weights: readonly bigint[], unit: Cents = 1n): Cents[] {
  if (total < 0n) return split(-total, weights, unit).map(part => -part)
  const whole = sum(weights)
  if (whole === 0n) return weights.map(() => 0n)
  const step = whole * unit
  const parts = weights.map(weight => ((total * weight) / step) * unit)
  const remainders = weights.map((weight, index) => ({ index, remainder: (total * weight) % step }))
  remainders.sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder < b.remainder ? 1 : -1))
  let left = total - sum(parts)
  for (const { index } of remainders) {
    if (left <= 0n) break
    const more = smaller(unit, left)
    parts[index]! += more
    left -= more
  }
  return parts
}

/** The smaller of two amounts. */
export function smaller(a: Cents, b: Cents): Cents {
  return a < b ? a : b
}

/** The sum of amounts, zero of none. */
export function sum(amounts: Iterable<Cents>): Cents {
  let all = 0n
  for (const amount of amounts) all += amount
  return all
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value
}
