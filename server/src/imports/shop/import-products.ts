import { createHash } from 'node:crypto'
import { createProducts, createStockRecords } from '../../areas/catalogue/index.ts'
import { announce } from '../../platform/announcements.ts'
import type { Store } from '../../platform/caller.ts'
import type { Transaction } from '../../platform/database.ts'
import { many, type Queryable, sql } from '../../platform/sql.ts'
import { findReferences, type Reference, saveReferences } from '../references.ts'
import type { RowProblem } from './cells.ts'
import { type ReadProduct, readProduct } from './read-product.ts'
import type { ShopProduct } from './rows.ts'

export interface ProductTerms {
  store: Store
  currency: string
  unit: bigint
  location_id: number
}

/** What became of a product of the file. */
export interface SettledProduct {
  product: ShopProduct
  outcome: 'made' | 'there' | 'refused'
  variants: number
  /** Rows that were not imported. */
  left_out: RowProblem[]
}

/** Makes those of the products that are not there yet; a product with a wrong row is left out as a whole. */
export async function importProductRows(
  db: Transaction,
  terms: ProductTerms,
  products: readonly ShopProduct[],
): Promise<SettledProduct[]> {
  const handles = products.map(({ handle }) => handle)
  const known = await findReferences(db, terms.store.id, 'product', handles)
  const taken = await takenSkus(db, terms.store.id, products)
  const settled: SettledProduct[] = []
  const fresh: { product: ShopProduct; read: ReadProduct }[] = []
  const seen = new Map<string, number>()
  for (const product of products) {
    const earlier = known.get(product.handle)
    const above = seen.get(product.handle)
    if (earlier) settled.push(alreadyThere(product, earlier))
    else if (above !== undefined)
      settled.push(
        refused(product, [
          everyRow(
            product,
            `Handle "${product.handle}" stands above, in row ${above}, already: rows of one product must follow each other.`,
          ),
        ]),
      )
    else {
      const read = readProduct(product, terms)
      const problems = [...read.problems, ...skuProblems(product, taken)]
      if (problems.length > 0) settled.push(refused(product, problems))
      else {
        fresh.push({ product, read })
        settled.push({ product, outcome: 'made', variants: read.counts.length, left_out: [] })
      }
    }
    seen.set(product.handle, above ?? product.rows[0]!.row)
  }
  await make(db, terms, fresh)
  return settled
}

async function make(
  db: Transaction,
  { store, location_id }: ProductTerms,
  fresh: readonly { product: ShopProduct; read: ReadProduct }[],
): Promise<void> {
  const made = await createProducts(
    db,
    store.id,
    fresh.map(({ read }) => read.product),
  )
  const shelves = made.flatMap(({ variants }, index) =>
    variants.flatMap(({ id: variant_id }, at) => {
      const num_in_stock = fresh[index]!.read.counts[at] ?? null
      return num_in_stock === null ? [] : [{ variant_id, location_id, num_in_stock }]
    }),
  )
  await createStockRecords(db, store.id, shelves, 'product import')
  await saveReferences(
    db,
    store.id,
    made.map(({ id }, index) => referenceOf(fresh[index]!.product, id)),
  )
  for (const { id } of made) await announce(db, store, 'product.created', { id })
}

function referenceOf(product: ShopProduct, object_id: number): Reference {
  const row_count = product.rows.length
  return {
    ...{ kind: 'product', reference: product.handle, object_id, first_row: product.rows[0]!.row, row_count },
    ...{ fingerprint: fingerprintOf(product), imported_rows: row_count, imported_amount: '0', left_out: [] },
  }
}

const fingerprintOf = ({ rows }: ShopProduct): string =>
  createHash('sha256')
    .update(JSON.stringify(rows.map(({ cells }) => cells)))
    .digest('base64url')

function alreadyThere(product: ShopProduct, earlier: Reference): SettledProduct {
  if (earlier.fingerprint === fingerprintOf(product)) return { product, outcome: 'there', variants: 0, left_out: [] }
  const reason = `Product "${product.handle}" was imported before, with other rows; it is left as it is.`
  return refused(product, [everyRow(product, reason)])
}

const everyRow = ({ rows }: ShopProduct, reason: string): RowProblem => ({ row: rows[0]!.row, reason })

/** Each row of the product, with what is wrong with it or with the row that keeps it out. */
function refused(product: ShopProduct, problems: readonly RowProblem[]): SettledProduct {
  const byRow = Map.groupBy(problems, ({ row }) => row)
  const [first] = problems as [RowProblem, ...RowProblem[]]
  const left_out = product.rows.map(({ row }) => {
    const own = byRow
      .get(row)
      ?.map(({ reason }) => reason)
      .join(' ')
    return { row, reason: own ?? `Row ${first.row} of the same product: ${first.reason}` }
  })
  return { product, outcome: 'refused', variants: 0, left_out }
}

async function takenSkus(db: Queryable, store_id: number, products: readonly ShopProduct[]): Promise<Set<string>> {
  const skus = products.flatMap(({ rows }) => rows.map(({ cells }) => cells.sku).filter(Boolean))
  const found = await many<{ sku: string }>(
    db,
    sql`select sku from variants where store_id = ${store_id} and sku = any (${skus}::text[]) and deleted_at is null`,
  )
  return new Set(found.map(({ sku }) => sku))
}

/** Takes the SKUs of a product; one that something else has is a problem. */
function skuProblems({ rows }: ShopProduct, taken: Set<string>): RowProblem[] {
  return rows.flatMap(({ row, cells: { sku } }) => {
    if (sku === '') return []
    if (taken.has(sku)) return [{ row, reason: `Another variant has the SKU "${sku}".` }]
    taken.add(sku)
    return []
  })
}
