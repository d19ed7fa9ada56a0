import { type Exact, toCents } from './amount.ts'
import type { Invoice } from './invoices.ts'
import { meaningOf } from './meaning.ts'
import type { LeftOut } from './plan-sale.ts'
import type { LedgerRow } from './rows.ts'

/** A sale that things may come back from, with what is left of it. Changes as returns are matched. */
export interface EarlierSale {
  order_number: number
  /** What was paid and not given back. */
  available: bigint
  shipping: bigint
  lines: { order_line_id: number; code: string; unit_price: bigint; left: number }[]
}

/** What goes back on one order. */
export interface MatchedReturn {
  order_number: number
  lines: { order_line_id: number; quantity: number }[]
  shipping: bigint
  amount: bigint
}

/** Finds for each row of a credit note the sales that it takes back, latest first; a row is matched whole or not at all. */
export function matchReturns(
  invoice: Invoice,
  sales: readonly EarlierSale[],
): { returns: MatchedReturn[]; amount: Exact; left_out: LeftOut[] } {
  const returns = new Map<number, MatchedReturn>()
  const left_out: LeftOut[] = []
  let amount = 0n
  for (const [at, row] of invoice.rows.entries()) {
    const meaning = meaningOf(row)
    const reason =
      meaning.kind === 'no_sale'
        ? meaning.reason
        : row.customer === ''
          ? 'Unmatched return: no customer whose earlier sale it could be.'
          : meaning.kind === 'returned_goods'
            ? matchGoods(row, sales, returns)
            : matchMoney(row, sales, returns, meaning.kind === 'returned_postage')
    if (reason === null) amount += row.amount
    else left_out.push({ at, reason })
  }
  return { returns: [...returns.values()], amount, left_out }
}

type Returns = Map<number, MatchedReturn>

/** Takes units of the same product at the same price, if need be from several sales. Answers why it cannot. */
function matchGoods(row: LedgerRow, sales: readonly EarlierSale[], returns: Returns): string | null {
  const price = toCents(row.unit_price)
  const sold = sales.flatMap(sale => sale.lines.filter(({ code }) => code === row.code).map(line => ({ sale, line })))
  if (sold.length === 0) return 'Unmatched return: no earlier sale of it to this customer.'
  const fitting = sold.filter(({ line }) => line.unit_price === price)
  if (fitting.length === 0) return 'Unmatched return: the earlier sales of it to this customer had other prices.'
  const taken: { sale: EarlierSale; line: EarlierSale['lines'][number]; quantity: number }[] = []
  const whole = fitting.find(({ sale, line }) => Math.min(line.left, paidUnits(sale, price)) >= -row.quantity)
  let wanted = -row.quantity
  for (const { sale, line } of whole ? [whole] : fitting) {
    const others = taken.filter(each => each.sale === sale).reduce((total, { quantity }) => total + quantity, 0)
    const quantity = Math.min(wanted, line.left, paidUnits(sale, price) - others)
    if (quantity > 0) taken.push({ sale, line, quantity })
    wanted -= Math.max(0, quantity)
  }
  if (wanted > 0) return 'Unmatched return: more units than earlier sales to this customer have left.'
  for (const { sale, line, quantity } of taken) {
    line.left -= quantity
    give(returns, sale, price * BigInt(quantity)).lines.push({ order_line_id: line.order_line_id, quantity })
  }
  return null
}

/** Gives back postage, or a discount granted later, on the latest sale that has as much left. */
function matchMoney(
  { amount, customer }: LedgerRow,
  sales: readonly EarlierSale[],
  returns: Returns,
  isPostage: boolean,
): string | null {
  const wanted = toCents(-amount)
  const sale = sales.find(each => each.available >= wanted && (!isPostage || each.shipping >= wanted))
  if (!sale)
    return isPostage
      ? 'Unmatched return: no earlier sale to this customer with so much postage left.'
      : `Unmatched discount: no earlier sale to customer ${customer} that it could be given on.`
  const given = give(returns, sale, wanted)
  if (isPostage) {
    sale.shipping -= wanted
    given.shipping += wanted
  }
  return null
}

function give(returns: Returns, sale: EarlierSale, amount: bigint): MatchedReturn {
  const given = returns.getOrInsert(sale.order_number, { order_number: sale.order_number, lines: [], shipping: 0n, amount: 0n })
  sale.available -= amount
  given.amount += amount
  return given
}

const paidUnits = ({ available }: EarlierSale, price: bigint): number => Number(available / price)
