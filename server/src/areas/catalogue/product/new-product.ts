import { attributeCode } from './slug.ts'

export interface NewPrice {
  currency: string
  price: string
  retail?: string | null
  subscription?: string | null
  subscription_suggested_downsell?: string | null
}

export interface NewVariant {
  sku?: string | null
  upc?: string | null
  track_stock?: boolean
  allow_backorders?: boolean
  requires_shipping?: boolean
  unit_cost?: string | null
  metadata?: unknown
  /** One value per attribute of the product. */
  attribute_values?: readonly { name: string; value: string }[]
  prices?: readonly NewPrice[]
  /** Which of the product's images shows the variant, counted from zero. */
  image?: number | null
}

export interface NewImage {
  /** Absolute http(s) URL, or the path of a stored file below /files/. */
  path: string
  file_name?: string
  caption?: string
  /** Its place among the images; absent, that in the list. */
  display_order?: number
}

export interface NewProduct {
  title: string
  description?: string
  is_public?: boolean
  is_discountable?: boolean
  is_gift_card?: boolean
  charge_tax?: boolean
  ranking?: number
  enable_subscription?: boolean
  interval?: 'day' | 'week' | 'month' | 'year' | null
  interval_counts?: readonly number[]
  external_tax_code?: string | null
  meta_title?: string | null
  meta_description?: string | null
  template?: string | null
  metadata?: unknown
  tags?: readonly string[]
  category_ids?: readonly number[]
  images?: readonly NewImage[]
  /** Absent, they are what the variants have. */
  variant_attributes?: readonly { name: string; values: readonly string[] }[]
  /** Absent, the product has one variant with everything as it mostly is. */
  variants?: readonly NewVariant[]
}

export interface VariantAttribute {
  code: string
  name: string
  values: string[]
}

/** The attributes of a product, those that only its variants name behind those that it lists itself, without doubles. */
export function attributesOf(product: NewProduct): VariantAttribute[] {
  const values = new Map<string, Set<string>>()
  const add = (name: string, value: string) => values.set(name, (values.get(name) ?? new Set()).add(value))
  for (const attribute of product.variant_attributes ?? []) for (const value of attribute.values) add(attribute.name, value)
  for (const variant of product.variants ?? []) for (const { name, value } of variant.attribute_values ?? []) add(name, value)
  return [...values].map(([name, set]) => ({ code: attributeCode(name), name, values: [...set] }))
}

/** What a variant is called: the product's title when it is the only one, else its values. */
export function variantTitle(product: NewProduct, variant: NewVariant): string {
  const values = (variant.attribute_values ?? []).map(({ value }) => value)
  return (product.variants?.length ?? 1) > 1 && values.length > 0 ? values.join(' / ') : product.title
}
