import { one, type Queryable, sql } from '../../../platform/sql.ts'
import { unusedSlugs } from '../product/unused-slugs.ts'

export interface NewCategory {
  name: string
  /** Absent, it comes from the name. */
  slug?: string
  parent_id?: number | null
  description?: string
  external_tax_code?: string
  image?: string | null
  is_public?: boolean
  meta_title?: string | null
  meta_description?: string | null
  template?: string
}

/** Makes a category; inside a transaction when the slug comes from the name. */
export async function createCategory(db: Queryable, store_id: number, category: NewCategory): Promise<number> {
  const slug = category.slug || (await unusedSlugs(db, store_id, 'categories', [category.name]))[0]
  const { parent_id = null, description = '', external_tax_code = '', image = null, is_public = true } = category
  const { meta_title = null, meta_description = null, template = '' } = category
  const { id } = await one<{ id: number }>(
    db,
    sql`
    insert into categories (store_id, parent_id, name, slug, description, external_tax_code, image, is_public, meta_title, meta_description, template)
    values (${store_id}, ${parent_id}, ${category.name}, ${slug}, ${description}, ${external_tax_code}, ${image}, ${is_public},
      ${meta_title}, ${meta_description}, ${template})
    returning id`,
  )
  return id
}
