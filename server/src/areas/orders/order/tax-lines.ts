import type { Cents } from '../../../platform/money.ts'
import type { AppliedRate, Taxed } from '../../catalogue/tax/rules.ts'

/** A line of the order, or its shipping, with the rates that its taxes belong to. */
export interface TaxedPart {
  rates: readonly AppliedRate[]
  amounts: Taxed
}

/** One tax of the whole order. */
export interface OrderTax extends AppliedRate {
  amount: Cents
}

/** One entry per tax over all lines and shipping, by id. A rate of zero stays in the list, a tax on nothing does not. */
export function orderTaxes(parts: readonly TaxedPart[]): OrderTax[] {
  const taxes = new Map<number, OrderTax>()
  for (const { rates, amounts } of parts) {
    if (amounts.incl === 0n) continue
    for (const [index, rate] of rates.entries()) {
      // Our choice: when a rate was changed between two lines of an order, the entry shows it as the first line has it.
      const tax = taxes.get(rate.id) ?? { ...rate, amount: 0n }
      taxes.set(rate.id, { ...tax, amount: tax.amount + amounts.taxes[index]! })
    }
  }
  return [...taxes.values()].sort((a, b) => a.id - b.id)
}

/** The names of the taxes, each once, as an invoice lists them. */
export function displayTaxes(taxes: readonly OrderTax[]): string {
  return [...new Set(taxes.map(({ title }) => title))].join(', ')
}
