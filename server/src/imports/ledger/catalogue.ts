import { createProducts } from '../../areas/catalogue/index.ts'
import { announce } from '../../platform/announcements.ts'
import type { Store } from '../../platform/caller.ts'
import type { Transaction } from '../../platform/database.ts'
import { decimal } from '../../platform/money.ts'
import { many, sql } from '../../platform/sql.ts'
import { toCents } from './amount.ts'
import type { LedgerRow } from './rows.ts'

const TITLE_MAX = 255

/** The variants of the stock codes of these rows. A code that no SKU has becomes a product, at the first name and price it is sold by. */
export async function variantsOf(
  db: Transaction,
  store: Store,
  currency: string,
  rows: readonly LedgerRow[],
): Promise<Map<string, number>> {
  const variants = await findVariants(db, store.id, [...new Set(rows.map(({ code }) => code))])
  const unknown = Map.groupBy(
    rows.filter(({ code }) => !variants.has(code)),
    ({ code }) => code,
  )
  const created = await createProducts(
    db,
    store.id,
    [...unknown].map(([sku, sold]) => ({
      title: titleOf(sku, sold),
      variants: [
        { sku, prices: [{ currency, price: decimal(toCents((sold.find(row => row.unit_price > 0n) ?? sold[0]!).unit_price)) }] },
      ],
    })),
  )
  for (const {
    id,
    variants: [variant],
  } of created) {
    variants.set(variant!.sku!, variant!.id)
    await announce(db, store, 'product.created', { id })
  }
  return variants
}

const titleOf = (sku: string, sold: readonly LedgerRow[]): string =>
  (sold.find(({ description }) => description !== '')?.description ?? sku).slice(0, TITLE_MAX)

async function findVariants(db: Transaction, store_id: number, skus: readonly string[]): Promise<Map<string, number>> {
  const found = await many<{ id: number; sku: string }>(
    db,
    sql`
    select v.id, v.sku from variants v join products p on p.store_id = v.store_id and p.id = v.product_id and p.deleted_at is null
    where v.store_id = ${store_id} and v.sku = any (${[...skus]}::text[]) and v.deleted_at is null`,
  )
  return new Map(found.map(({ id, sku }) => [sku, id]))
}
