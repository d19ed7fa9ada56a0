import { type Columns, type Row, readTable } from '../table.ts'

/** The columns of a product export of shop platforms that we know what to do with. */
const COLUMNS = {
  handle: { names: ['Handle'] },
  title: { names: ['Title'] },
  body: { names: ['Body (HTML)', 'Body'], optional: true },
  vendor: { names: ['Vendor'], optional: true },
  type: { names: ['Type', 'Product Type', 'Custom Product Type'], optional: true },
  tags: { names: ['Tags'], optional: true },
  published: { names: ['Published'], optional: true },
  status: { names: ['Status'], optional: true },
  option1_name: { names: ['Option1 Name'], optional: true },
  option1_value: { names: ['Option1 Value'], optional: true },
  option2_name: { names: ['Option2 Name'], optional: true },
  option2_value: { names: ['Option2 Value'], optional: true },
  option3_name: { names: ['Option3 Name'], optional: true },
  option3_value: { names: ['Option3 Value'], optional: true },
  sku: { names: ['Variant SKU', 'SKU'], optional: true },
  grams: { names: ['Variant Grams'], optional: true },
  tracker: { names: ['Variant Inventory Tracker'], optional: true },
  quantity: { names: ['Variant Inventory Qty', 'Variant Inventory Quantity'], optional: true },
  policy: { names: ['Variant Inventory Policy'], optional: true },
  price: { names: ['Variant Price', 'Price'] },
  compare_at_price: { names: ['Variant Compare At Price', 'Compare At Price'], optional: true },
  requires_shipping: { names: ['Variant Requires Shipping'], optional: true },
  taxable: { names: ['Variant Taxable'], optional: true },
  barcode: { names: ['Variant Barcode'], optional: true },
  image: { names: ['Image Src'], optional: true },
  image_position: { names: ['Image Position'], optional: true },
  image_text: { names: ['Image Alt Text'], optional: true },
  gift_card: { names: ['Gift Card'], optional: true },
  seo_title: { names: ['SEO Title'], optional: true },
  seo_description: { names: ['SEO Description'], optional: true },
  variant_image: { names: ['Variant Image'], optional: true },
  tax_code: { names: ['Variant Tax Code'], optional: true },
  cost: { names: ['Cost per item', 'Cost'], optional: true },
} as const satisfies Columns<string>

export type ShopColumn = keyof typeof COLUMNS
export type ShopRow = Row<ShopColumn>

export const readShopRows = (file: string): AsyncGenerator<ShopRow> => readTable(file, { columns: COLUMNS })

/** The rows of one product: its own, then further variants and pictures. */
export interface ShopProduct {
  handle: string
  rows: ShopRow[]
}

const PRODUCTS_A_TIME = 100

/** Groups rows that follow each other to products, many at a time. */
export async function* productsOf(rows: AsyncIterable<ShopRow>): AsyncGenerator<ShopProduct[]> {
  let products: ShopProduct[] = []
  for await (const row of rows) {
    const { handle } = row.cells
    const last = products.at(-1)
    if (last?.handle === handle) {
      last.rows.push(row)
      continue
    }
    if (products.length >= PRODUCTS_A_TIME) {
      yield products
      products = []
    }
    products.push({ handle, rows: [row] })
  }
  if (products.length > 0) yield products
}
