import { draftHistory, groundForHistory, type HistoricOrder, placeHistory } from '../../areas/orders/index.ts'
import type { Transaction } from '../../platform/database.ts'
import { ApiError } from '../../platform/errors.ts'
import { cents } from '../../platform/money.ts'
import { fromCents, shownAmount, toCents } from './amount.ts'
import { variantsOf } from './catalogue.ts'
import { countryCode } from './country.ts'
import { customersOf } from './customers.ts'
import { ensureDiscount } from './discount.ts'
import type { Imported, Importing } from './imported.ts'
import type { Invoice } from './invoices.ts'
import { planSale, type SalePlan } from './plan-sale.ts'

/** Turns invoices into orders; answers what became of each. */
export async function importSales(db: Transaction, importing: Importing, invoices: readonly Invoice[]): Promise<Imported[]> {
  const plans = invoices.map(planSale)
  const sold = plans.filter(({ goods }) => goods.length > 0)
  const imported = plans.filter(({ goods }) => goods.length === 0).map(plan => outcome(plan, null))
  if (sold.length === 0) return imported
  const orders = await ordersOf(db, importing, sold)
  const ground = await groundForHistory(db, importing.store, importing.currency, orders)
  for (const [index, plan] of sold.entries()) {
    const order = orders[index]!
    const drafted = attempt(() => draftHistory(order, index, ground, importing.store, importing.public_url))
    if (drafted instanceof ApiError) {
      imported.push(refused(plan, drafted))
      continue
    }
    const total = fromCents(cents(drafted.draft.order.total_incl_tax))
    if (total !== plan.amount)
      throw new Error(
        `Invoice ${plan.invoice.number} sums up to ${shownAmount(plan.amount)}, but its order to ${shownAmount(total)}.`,
      )
    imported.push(outcome(plan, await placeHistory(db, importing.store, drafted)))
  }
  return imported
}

async function ordersOf(db: Transaction, { store, currency }: Importing, plans: readonly SalePlan[]): Promise<HistoricOrder[]> {
  const variants = await variantsOf(
    db,
    store,
    currency,
    plans.flatMap(({ goods }) => goods),
  )
  const customers = await customersOf(db, store, [...new Set(plans.map(({ customer }) => customer).filter(Boolean))])
  const offer_id = plans.some(({ discount }) => discount) ? await ensureDiscount(db, store, currency) : 0
  return plans.map(({ invoice, goods, shipping, discount, at, customer, country }) => ({
    at,
    customer_id: customers.get(customer) ?? null,
    country: countryCode(country),
    lines: goods.map(({ code, quantity, unit_price }) => ({
      variant_id: variants.get(code)!,
      quantity,
      price: toCents(unit_price),
    })),
    shipping,
    discount: discount && { ...discount, offer_id },
    metadata: { invoice_no: invoice.number, country, ...(customer === '' ? {} : { customer_id: customer }) },
  }))
}

function attempt<Result>(work: () => Result): Result | ApiError {
  try {
    return work()
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

const outcome = ({ invoice, amount, left_out }: SalePlan, order_number: number | null): Imported => ({
  invoice,
  object_id: order_number,
  amount: order_number === null ? 0n : amount,
  left_out,
})

/** What the shop would refuse today is not forced into it. */
function refused({ invoice, left_out }: SalePlan, error: ApiError): Imported {
  const reason = `The order is refused: ${error.errors[0]?.message ?? error.detail}`
  const known = new Map(left_out.map(each => [each.at, each]))
  return { invoice, object_id: null, amount: 0n, left_out: invoice.rows.map((_, at) => known.get(at) ?? { at, reason }) }
}
