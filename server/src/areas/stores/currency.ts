import currencies from 'currency-codes'
import type { Cents } from '../../platform/money.ts'

const known = new Map(currencies.data.map(currency => [currency.code, currency]))

/** The smallest coin of the currency in cents: 1n, or 100n where there are no decimals. Throws for a currency that no store can use. */
export function currencyUnit(code: string): Cents {
  if (!isUsableCurrency(code)) throw new RangeError(`A store cannot use the currency ${JSON.stringify(code)}.`)
  return known.get(code)!.digits === 0 ? 100n : 1n
}

/** Whether stores can sell in it: a currency of today, in capitals, whose amounts fit two decimals. */
export function isUsableCurrency(code: string): boolean {
  const currency = known.get(code)
  return currency !== undefined && currency.digits <= 2 && isMoney(currency)
}

// The standard also lists precious metals, units of account and test codes; what tells the few X codes that are money from
// those is that several countries pay with them.
function isMoney({ code, countries }: { code: string; countries: string[] }): boolean {
  return !code.startsWith('X') || countries.length > 1
}
