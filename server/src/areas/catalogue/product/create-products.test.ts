import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApi } from '../../../../test/harness.ts'
import { many, one, type Queryable, sql, statementCount } from '../../../platform/sql.ts'
import { createCategory } from '../category/create-category.ts'
import { type CreatedProduct, createProducts } from './create-products.ts'
import type { NewProduct } from './new-product.ts'

describe('Making products', () => {
  const api = startApi()
  const inTransaction = <Result>(work: (db: Queryable) => Promise<Result>) =>
    api.database.transact({ actor: { kind: 'system', id: null, name: 'tests' }, request_id: null }, work)
  const create = (...products: NewProduct[]) => inTransaction(db => createProducts(db, api.store_id, products))
  const titled = (...titles: string[]) => create(...titles.map(title => ({ title })))
  const slugs = (products: CreatedProduct[]) => products.map(({ slug }) => slug)

  test('fills in what is left out, with one variant', async () => {
    const [product] = await titled('Plain rope')
    const row = await one(
      api.database.pool,
      sql`
      select p.title, p.slug, p.structure, p.is_public, p.is_discountable, p.charge_tax, p.ranking, p.enable_subscription, p.tags,
        p.variant_attributes, p.metadata, v.title as variant, v.sku, v.track_stock, v.allow_backorders, v.requires_shipping, v.attribute_values
      from products p join variants v on v.store_id = p.store_id and v.product_id = p.id
      where p.store_id = ${api.store_id} and p.id = ${product!.id}`,
    )
    assert.deepEqual(row, {
      ...{
        title: 'Plain rope',
        slug: 'plain-rope',
        structure: 'standalone',
        is_public: true,
        is_discountable: true,
        charge_tax: true,
      },
      ...{
        ranking: 0,
        enable_subscription: false,
        tags: [],
        variant_attributes: [],
        metadata: null,
        variant: 'Plain rope',
        sku: null,
      },
      ...{ track_stock: false, allow_backorders: false, requires_shipping: true, attribute_values: [] },
    })
  })

  test('keeps attributes, prices, images, categories and tags', async () => {
    const books = await inTransaction(db => createCategory(db, api.store_id, { name: 'Knots' }))
    const size = (value: string) => [
      { name: 'Size', value },
      { name: 'Colour', value: 'Red' },
    ]
    const [rope] = await create({
      title: 'Rope',
      tags: ['deck', 'comma, inside'],
      category_ids: [books, books],
      images: [{ path: 'a.jpg' }, { path: 'b.jpg', caption: 'Coiled' }],
      metadata: { origin: 'Kiel' },
      variants: [
        { sku: '', attribute_values: size('S') },
        {
          sku: 'ROPE-L',
          image: 1,
          unit_cost: '1.5',
          attribute_values: size('L'),
          prices: [
            { currency: 'USD', price: '7', retail: '9.90' },
            { currency: 'EUR', price: '6.5' },
          ],
        },
      ],
    })
    const large = rope!.variants[1]!
    assert.deepEqual(
      rope!.variants.map(({ title, sku }) => [title, sku]),
      [
        ['S / Red', null],
        ['L / Red', 'ROPE-L'],
      ],
    )
    const row = await one(
      api.database.pool,
      sql`
      select p.structure, p.tags, p.metadata, p.variant_attributes, v.attribute_values, v.unit_cost, i.caption, i.display_order,
        (select json_agg(category_id) from product_categories c where c.store_id = p.store_id and c.product_id = p.id) as categories,
        (select json_object_agg(currency, price::text order by currency) from variant_prices r where r.store_id = v.store_id and r.variant_id = v.id) as prices
      from products p
      join variants v on v.store_id = p.store_id and v.product_id = p.id and v.id = ${large.id}
      join product_images i on i.store_id = v.store_id and i.id = v.image_id
      where p.store_id = ${api.store_id} and p.id = ${rope!.id}`,
    )
    assert.deepEqual(row, {
      structure: 'parent',
      tags: ['deck', 'comma, inside'],
      metadata: { origin: 'Kiel' },
      variant_attributes: [
        { code: 'size', name: 'Size', values: ['S', 'L'] },
        { code: 'colour', name: 'Colour', values: ['Red'] },
      ],
      attribute_values: [
        { code: 'size', name: 'Size', value: 'L' },
        { code: 'colour', name: 'Colour', value: 'Red' },
      ],
      unit_cost: '1.50',
      ...{ caption: 'Coiled', display_order: 1, categories: [books], prices: { EUR: '6.50', USD: '7.00' } },
    })
  })

  test('draws the ids of products and variants from one sequence', async () => {
    const created = await create({ title: 'One' }, { title: 'Two', variants: [{}, {}] })
    const ids = created.flatMap(({ id, variants }) => [id, ...variants.map(variant => variant.id)])
    assert.equal(new Set(ids).size, 5)
    assert.equal(Math.max(...ids) - Math.min(...ids), 4)
  })

  test('numbers slugs that clash, among themselves and with those that are there', async () => {
    assert.deepEqual(slugs(await titled('Oar', 'Oar', 'Oar!', 'Oar 2')), ['oar', 'oar-2', 'oar-3', 'oar-2-2'])
    assert.deepEqual(slugs(await titled('Oar 2', 'Oar', 'oar')), ['oar-2-3', 'oar-4', 'oar-5'])
    assert.deepEqual(slugs(await titled('Hull 2', 'Hull', 'Hull', 'Hull 3', 'Hull')), [
      'hull-2',
      'hull',
      'hull-3',
      'hull-3-2',
      'hull-4',
    ])
  })

  test('gives a slug again after its product is deleted, and to each store its own', async () => {
    const [anchor] = await titled('Anchor')
    await many(
      api.database.pool,
      sql`update products set deleted_at = now() where store_id = ${api.store_id} and id = ${anchor!.id}`,
    )
    assert.deepEqual(slugs(await titled('Anchor')), ['anchor'])
    const { store_id } = await api.anotherStore()
    assert.deepEqual(slugs(await inTransaction(db => createProducts(db, store_id, [{ title: 'Anchor' }]))), ['anchor'])
  })

  test('never gives one slug to two who ask at once', async () => {
    const created = await Promise.all(Array.from({ length: 20 }, () => titled('Buoy', 'Buoy')))
    assert.equal(new Set(created.flatMap(slugs)).size, 40)
  })

  test('takes as many statements for five hundred as for one', async () => {
    const count = async (products: NewProduct[]) => {
      const before = statementCount.total
      await create(...products)
      return statementCount.total - before
    }
    const few = await count([{ title: 'Net' }])
    const variants = [{ prices: [{ currency: 'USD', price: '1.00' }] }, {}]
    const lots = Array.from({ length: 500 }, (_, n) => ({ title: `Net ${n % 250}`, images: [{ path: 'n.jpg' }], variants }))
    assert.equal(await count(lots), few)
    assert.ok(few <= 5, `${few} statements`)
  })
})
