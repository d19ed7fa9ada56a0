import { cents, decimal } from '../../platform/money.ts'
import type { ShopColumn, ShopRow } from './rows.ts'

/** A row that is wrong, and why. */
export interface RowProblem {
  row: number
  reason: string
}

type Report = (row: ShopRow, reason: string) => void

const DIGITS_MAX = 10

/** An amount as the wire has it, null when the cell is empty. Amounts are never guessed: 9.90 is nine and ninety hundredths. */
export function amountIn(row: ShopRow, column: ShopColumn, unit: bigint, report: Report): string | null {
  const text = row.cells[column]
  if (text === '') return null
  const plain = /^(\d+)(?:\.(\d+))?$/.exec(text)
  const decimals = (plain?.[2] ?? '').replace(/0+$/, '')
  if (!plain || decimals.length > 2 || plain[1]!.length > DIGITS_MAX) return refuse()
  const amount = cents(`${plain[1]}${decimals === '' ? '' : `.${decimals}`}`)
  return amount % unit === 0n ? decimal(amount) : refuse()

  function refuse(): null {
    report(
      row,
      `${NAMES[column] ?? column} must be an amount such as ${unit === 1n ? '12.50' : '1250'}, not "${text.slice(0, 40)}".`,
    )
    return null
  }
}

const NAMES: Partial<Record<ShopColumn, string>> = {
  price: 'Variant Price',
  compare_at_price: 'Variant Compare At Price',
  cost: 'Cost per item',
  quantity: 'Variant Inventory Qty',
  grams: 'Variant Grams',
  image: 'Image Src',
  variant_image: 'Variant Image',
  published: 'Published',
  requires_shipping: 'Variant Requires Shipping',
  taxable: 'Variant Taxable',
  gift_card: 'Gift Card',
}

/** A yes or no, the given one when the cell is empty. */
export function flagIn(row: ShopRow, column: ShopColumn, otherwise: boolean, report: Report): boolean {
  const text = row.cells[column].toLowerCase()
  if (text === '') return otherwise
  if (/^(true|yes|y|1)$/.test(text)) return true
  if (!/^(false|no|n|0)$/.test(text)) report(row, `${NAMES[column] ?? column} must be true or false, not "${text.slice(0, 40)}".`)
  return false
}

const WHOLE_MAX = 2_147_483_647

export function wholeIn(row: ShopRow, column: ShopColumn, report: Report): number | null {
  const text = row.cells[column]
  if (text === '') return null
  const number = /^-?\d{1,10}(\.0+)?$/.test(text) ? Number(text) : Number.NaN
  if (Math.abs(number) <= WHOLE_MAX) return number
  report(row, `${NAMES[column] ?? column} must be a whole number, not "${text.slice(0, 40)}".`)
  return null
}

export function webAddressIn(row: ShopRow, column: ShopColumn, report: Report): string | null {
  const text = row.cells[column]
  if (text === '') return null
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? '')) return text
  report(row, `${NAMES[column] ?? column} must be an address that begins with http:// or https://, not "${text.slice(0, 60)}".`)
  return null
}
