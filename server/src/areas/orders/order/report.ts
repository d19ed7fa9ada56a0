import { type Cents, convert, decimal } from '../../../platform/money.ts'
import { type AppliedRate, rateFraction } from '../../catalogue/tax/rules.ts'
import { currencyUnit } from '../../stores/index.ts'

/** How amounts of an order read in the currency of the reports; fixed when it is placed. */
export interface Reporting {
  currency: string
  rate: string
}

/** Every amount in the reporting currency, each rounded on its own, and that currency. */
export function reported<Key extends string>(
  amounts: Record<Key, Cents>,
  { currency, rate }: Reporting,
): Record<Key, string> & { currency: string } {
  const unit = currencyUnit(currency)
  const values: Record<string, string> = { currency }
  for (const key in amounts) values[key] = decimal(rate === '1' ? amounts[key] : convert(amounts[key], rate, unit))
  return values as Record<Key, string> & { currency: string }
}

/** Amounts as decimal texts. */
export function decimals<Key extends string>(amounts: Record<Key, Cents>): Record<Key, string> {
  const texts = {} as Record<Key, string>
  for (const key in amounts) texts[key] = decimal(amounts[key])
  return texts
}

/** Tax lines in the contract's shape; `key` is how they carry the id of the rate. */
export function taxLines<Key extends 'id' | 'tax_id'>(
  key: Key,
  rates: readonly AppliedRate[],
  taxes: readonly Cents[],
  currency: string,
  reporting: Reporting,
) {
  return rates.map((rate, index) => ({
    [key]: rate.id,
    amount: decimal(taxes[index]!),
    currency,
    rate: rateFraction(rate.percent),
    report_values: reported({ amount: taxes[index]! }, reporting),
    source: rate.source,
    tax_title: rate.title,
  }))
}
