import { json, one, type Queryable, run, sql } from '../../../platform/sql.ts'
import { attributesOf, type NewProduct, type NewVariant, variantTitle } from './new-product.ts'
import { attributeCode } from './slug.ts'
import { unusedSlugs } from './unused-slugs.ts'

export interface CreatedProduct {
  id: number
  slug: string
  variants: { id: number; sku: string | null; title: string }[]
  image_ids: number[]
}

interface Ids {
  catalogue: number[]
  images: number[]
}

/**
 * Makes products with variants, prices and images, in as many statements for a thousand as for one; inside a transaction. Answers
 * them in the order of the input. Uniqueness of SKUs and the existence of categories are kept by the tables.
 */
export async function createProducts(
  db: Queryable,
  store_id: number,
  products: readonly NewProduct[],
): Promise<CreatedProduct[]> {
  if (products.length === 0) return []
  const slugs = await unusedSlugs(
    db,
    store_id,
    'products',
    products.map(product => product.title),
  )
  const ids = await drawIds(db, products)
  const rows = products.map((product, index) => rowsOf(product, slugs[index]!, ids))
  await insert(db, store_id, rows)
  return rows.map(({ product, variants, images }) => ({
    id: product.id,
    slug: product.slug,
    variants: variants.map(({ id, sku, title }) => ({ id, sku, title })),
    image_ids: images.map(image => image.id),
  }))
}

const variantsOf = (product: NewProduct): readonly NewVariant[] => (product.variants?.length ? product.variants : [{}])

async function drawIds(db: Queryable, products: readonly NewProduct[]): Promise<Ids> {
  const rows = products.reduce((count, product) => count + 1 + variantsOf(product).length, 0)
  const images = products.reduce((count, product) => count + (product.images?.length ?? 0), 0)
  const drawn = await one<{ catalogue: string[]; images: string[] }>(
    db,
    sql`
    select array(select nextval('catalogue_ids') from generate_series(1, ${rows}::integer)) as catalogue,
           array(select nextval(pg_get_serial_sequence('product_images', 'id')) from generate_series(1, ${images}::integer)) as images`,
  )
  return { catalogue: drawn.catalogue.map(Number).reverse(), images: drawn.images.map(Number).reverse() }
}

type Rows = ReturnType<typeof rowsOf>

function rowsOf(product: NewProduct, slug: string, ids: Ids) {
  const id = ids.catalogue.pop()!
  const attributes = attributesOf(product)
  const images = (product.images ?? []).map((image, index) => ({
    display_order: index,
    ...image,
    id: ids.images.pop()!,
    product_id: id,
  }))
  const variants = variantsOf(product).map(variant => ({
    ...variant,
    id: ids.catalogue.pop()!,
    product_id: id,
    title: variantTitle(product, variant),
    sku: variant.sku || null,
    image_id: images[variant.image ?? -1]?.id ?? null,
    attribute_values: (variant.attribute_values ?? []).map(({ name, value }) => ({ code: attributeCode(name), name, value })),
  }))
  const structure = variants.length > 1 || attributes.length > 0 ? 'parent' : 'standalone'
  return { product: { ...product, id, slug, structure, variant_attributes: attributes }, variants, images }
}

// One statement for all five tables. Fields that a product leaves out get here what they mostly are.
async function insert(db: Queryable, store_id: number, rows: readonly Rows[]): Promise<void> {
  const products = rows.map(({ product: { variants, images, category_ids, ...product } }) => product)
  const categories = rows.flatMap(({ product }) =>
    (product.category_ids ?? []).map(category_id => ({ product_id: product.id, category_id })),
  )
  const variants = rows.flatMap(row => row.variants)
  const prices = variants.flatMap(({ id, prices }) => (prices ?? []).map(price => ({ variant_id: id, ...price })))
  await run(
    db,
    sql`
    with new_products as (
      insert into products (store_id, id, title, slug, structure, description, is_public, is_discountable, is_gift_card, charge_tax, ranking,
        enable_subscription, interval, interval_counts, external_tax_code, meta_title, meta_description, template, metadata, tags, variant_attributes)
      select ${store_id}, id, title, slug, structure, coalesce(description, ''), coalesce(is_public, true), coalesce(is_discountable, true),
        coalesce(is_gift_card, false), coalesce(charge_tax, true), coalesce(ranking, 0), coalesce(enable_subscription, false), "interval",
        coalesce(interval_counts, '{}'), external_tax_code, meta_title, meta_description, template, metadata, coalesce(tags, '{}'), variant_attributes
      from jsonb_to_recordset(${json(products)}::jsonb) as p (id bigint, title text, slug text, structure text, description text,
        is_public boolean, is_discountable boolean, is_gift_card boolean, charge_tax boolean, ranking integer, enable_subscription boolean,
        "interval" text, interval_counts integer[], external_tax_code text, meta_title text, meta_description text, template text,
        metadata jsonb, tags text[], variant_attributes jsonb)
    ), new_categories as (
      insert into product_categories (store_id, product_id, category_id)
      select distinct ${store_id}::bigint, product_id, category_id
      from jsonb_to_recordset(${json(categories)}::jsonb) as c (product_id bigint, category_id bigint)
    ), new_images as (
      insert into product_images (store_id, id, product_id, path, file_name, caption, display_order) overriding system value
      select ${store_id}, id, product_id, path, coalesce(file_name, ''), coalesce(caption, ''), display_order
      from jsonb_to_recordset(${json(rows.flatMap(row => row.images))}::jsonb) as i (id bigint, product_id bigint, path text, file_name text, caption text, display_order integer)
    ), new_variants as (
      insert into variants (store_id, id, product_id, title, sku, upc, track_stock, allow_backorders, requires_shipping, unit_cost, image_id, metadata, attribute_values)
      select ${store_id}, id, product_id, title, sku, upc, coalesce(track_stock, false), coalesce(allow_backorders, false),
        coalesce(requires_shipping, true), unit_cost, image_id, metadata, attribute_values
      from jsonb_to_recordset(${json(variants)}::jsonb) as v (id bigint, product_id bigint, title text, sku text, upc text, track_stock boolean,
        allow_backorders boolean, requires_shipping boolean, unit_cost numeric, image_id bigint, metadata jsonb, attribute_values jsonb)
    )
    insert into variant_prices (store_id, variant_id, currency, price, retail, subscription, subscription_suggested_downsell)
    select ${store_id}, p.* from jsonb_to_recordset(${json(prices)}::jsonb)
      as p (variant_id bigint, currency text, price numeric, retail numeric, subscription numeric, subscription_suggested_downsell numeric)`,
  )
}
