import type { NewImage, NewProduct, NewVariant } from '../../areas/catalogue/index.ts'
import { mergeTags } from '../../areas/customers/index.ts'
import { amountIn, flagIn, type RowProblem, webAddressIn, wholeIn } from './cells.ts'
import type { ShopProduct, ShopRow } from './rows.ts'

export interface ReadProduct {
  product: NewProduct
  /** Units on the shelf of each variant, null where the file says nothing. */
  counts: (number | null)[]
  problems: RowProblem[]
}

interface Terms {
  currency: string
  /** The smallest coin of the currency in cents. */
  unit: bigint
}

const TEXT_MAX = 255
const ATTRIBUTES = [1, 2, 3] as const

/** Reads the rows of a product. What is wrong with a row stands in the problems; then the product is not to be made. */
export function readProduct({ handle, rows }: ShopProduct, terms: Terms): ReadProduct {
  const problems: RowProblem[] = []
  const report = (row: ShopRow, reason: string) => problems.push({ row: row.row, reason })
  const [first] = rows as [ShopRow, ...ShopRow[]]
  if (handle === '') report(first, 'Handle is empty.')
  if (first.cells.title === '') report(first, 'Title is empty, and no row above it has this handle.')
  if (first.cells.title.length > TEXT_MAX) report(first, `Title is longer than ${TEXT_MAX} characters.`)

  const images = readImages(rows, report)
  const attributes = attributeNames(first)
  const sold = rows.filter((row, index) => index === 0 || isVariant(row))
  const variants = sold.map(row => readVariant(row, attributes, images, terms, report))
  checkDifferent(sold, variants, report)
  return { product: { ...productOf(first, report), images, variants }, counts: sold.map(row => countOf(row, report)), problems }
}

type Report = (row: ShopRow, reason: string) => void

/** Rows below the first are variants, unless they only bring another picture. */
const isVariant = ({ cells }: ShopRow): boolean =>
  [cells.option1_value, cells.option2_value, cells.option3_value, cells.sku, cells.price].some(cell => cell !== '')

function productOf(first: ShopRow, report: Report): NewProduct {
  const { title, body, tags, seo_title, seo_description, tax_code, vendor, type, handle, status } = first.cells
  const isActive = status === '' || status.toLowerCase() === 'active'
  return {
    title,
    description: body,
    is_public: flagIn(first, 'published', true, report) && isActive,
    is_gift_card: flagIn(first, 'gift_card', false, report),
    charge_tax: flagIn(first, 'taxable', true, report),
    external_tax_code: tax_code || null,
    meta_title: seo_title || null,
    meta_description: seo_description || null,
    tags: mergeTags(tags.split(',').map(tag => tag.trim())),
    metadata: Object.fromEntries(Object.entries({ handle, vendor, type }).filter(([, value]) => value !== '')),
  }
}

/** A product without choices is exported as having one choice, named like this. */
const isWithoutChoice = ({ cells }: ShopRow): boolean =>
  cells.option1_name.toLowerCase() === 'title' && cells.option1_value.toLowerCase() === 'default title'

function attributeNames(first: ShopRow): { name: string; place: (typeof ATTRIBUTES)[number] }[] {
  if (isWithoutChoice(first)) return []
  return ATTRIBUTES.map(place => ({ name: first.cells[`option${place}_name`], place })).filter(({ name }) => name !== '')
}

function readVariant(
  row: ShopRow,
  attributes: ReturnType<typeof attributeNames>,
  images: NewImage[],
  { currency, unit }: Terms,
  report: Report,
): NewVariant {
  const { sku, barcode, tracker, policy } = row.cells
  for (const { name, place } of attributes)
    if (row.cells[`option${place}_value`] === '') report(row, `The value of "${name}" is empty.`)
  const price = amountIn(row, 'price', unit, report)
  const retail = amountIn(row, 'compare_at_price', unit, report)
  const grams = wholeIn(row, 'grams', report)
  return {
    sku: sku || null,
    upc: barcode || null,
    track_stock: tracker !== '',
    allow_backorders: policy.toLowerCase() === 'continue',
    requires_shipping: flagIn(row, 'requires_shipping', true, report),
    unit_cost: amountIn(row, 'cost', unit, report),
    metadata: grams ? { grams } : null,
    attribute_values: attributes.map(({ name, place }) => ({ name, value: row.cells[`option${place}_value`] })),
    prices: price === null ? [] : [{ currency, price, retail }],
    image: imageOf(row, images, report),
  }
}

// Our choice: other shops count what they oversold as negative; a shelf has nothing on it then.
function countOf(row: ShopRow, report: Report): number | null {
  const count = wholeIn(row, 'quantity', report)
  return count === null ? (row.cells.tracker === '' ? null : 0) : Math.max(0, count)
}

function readImages(rows: readonly ShopRow[], report: Report): NewImage[] {
  return rows
    .flatMap((row, index) => {
      const path = webAddressIn(row, 'image', report)
      return path === null
        ? []
        : [{ path, caption: row.cells.image_text, position: Number(row.cells.image_position) || index + 1 }]
    })
    .sort((a, b) => a.position - b.position)
    .map(({ path, caption }) => ({ path, caption }))
}

/** Which of the images shows the variant; one that only a variant has is put behind the others. */
function imageOf(row: ShopRow, images: NewImage[], report: Report): number | null {
  const path = webAddressIn(row, 'variant_image', report)
  if (path === null) return null
  const found = images.findIndex(image => image.path === path)
  return found >= 0 ? found : images.push({ path }) - 1
}

function checkDifferent(rows: readonly ShopRow[], variants: readonly NewVariant[], report: Report): void {
  const seen = new Set<string>()
  for (const [index, { attribute_values = [] }] of variants.entries()) {
    const values = attribute_values.map(({ value }) => value).join(' / ')
    if (seen.has(values))
      report(
        rows[index]!,
        values === '' ? 'A second variant of a product without options.' : `There are two variants "${values}".`,
      )
    seen.add(values)
  }
}
