import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { startApi } from '../../test/harness.ts'
import { importAs } from './examples.ts'
import { importProducts } from './products.ts'

const HEADER =
  'Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Grams,' +
  'Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Compare At Price,Variant Requires Shipping,' +
  'Variant Taxable,Variant Barcode,Image Src,Image Position,Image Alt Text,Gift Card,SEO Title,SEO Description,Variant Image,Variant Tax Code,Cost '
const IMAGE = 'https://images.example.com'
const SHIRT = [
  `shirt,"Shirt ""Ahoy""","<p>Blue,\n warm</p>",Harbour,Tops,"men, Blue,men",true,Size,S,Color,Blue,SH-S,200,shop,4,continue,12.5,20.00,true,true,0123,${IMAGE}/b.jpg,2,Back,false,Best shirt,Warm,${IMAGE}/s.jpg,P01,3.1`,
  `shirt,,,,,,,,L,,Blue,SH-L,0,,,deny,13.0000,,false,,,${IMAGE}/a.jpg,1,Front,,,,${IMAGE}/a.jpg,,`,
  `shirt,,,,,,,,,,,,,,,,,,,,,${IMAGE}/c.jpg,3,,,,,,,`,
]
const VOUCHER = 'voucher,Gift voucher,,,,,false,Title,Default Title,,,,0,,7,deny,25,,false,false,,,,,true,,,,,'
const file = (...rows: string[]) => `\ufeff${[HEADER, ...rows].join('\r\n')}\r\n`

describe('Importing products', () => {
  const api = startApi()
  const folder = mkdtempSync(join(tmpdir(), 'shopwright-import-'))
  const run = importAs(api, importProducts, folder)
  const list = () => readFileSync(join(folder, 'list.csv'), 'utf8').trimEnd().split('\n')
  const rows = async (query: string) => (await api.database.pool.query(query)).rows

  before(async () => {
    const { printed } = await run(file(...SHIRT, VOUCHER))
    assert.deepEqual(printed, [
      '2 products were made, with 3 variants; 0 were there already, 0 were left out.',
      '4 rows imported + 0 not imported = 4 in the file.',
    ])
  })
  after(() => rmSync(folder, { recursive: true }))

  test('keeps every field of a product', async () => {
    const [shirt, voucher] =
      await rows(`select title, description, is_public, is_gift_card, charge_tax, external_tax_code, meta_title,
      meta_description, tags, metadata, structure, slug from products order by id`)
    assert.deepEqual(shirt, {
      title: 'Shirt "Ahoy"',
      description: '<p>Blue,\n warm</p>',
      is_public: true,
      is_gift_card: false,
      charge_tax: true,
      external_tax_code: 'P01',
      meta_title: 'Best shirt',
      meta_description: 'Warm',
      tags: ['men', 'Blue'],
      metadata: { handle: 'shirt', vendor: 'Harbour', type: 'Tops' },
      structure: 'parent',
      slug: 'shirt-ahoy',
    })
    assert.deepEqual(
      [voucher.title, voucher.is_public, voucher.is_gift_card, voucher.charge_tax, voucher.structure, voucher.meta_title],
      ['Gift voucher', false, true, false, 'standalone', null],
    )
  })

  test('keeps every field of a variant, with its price, picture and stock', async () => {
    const found =
      await rows(`select v.title, v.sku, v.upc, v.track_stock, v.allow_backorders, v.requires_shipping, v.unit_cost, v.metadata,
        v.attribute_values, i.path, p.currency, p.price, p.retail, s.num_in_stock
      from variants v left join product_images i on i.id = v.image_id left join variant_prices p on p.variant_id = v.id
      left join stock_records s on s.variant_id = v.id order by v.id`)
    const attributes = (size: string) => [
      { code: 'size', name: 'Size', value: size },
      { code: 'color', name: 'Color', value: 'Blue' },
    ]
    assert.deepEqual(found, [
      {
        ...{ title: 'S / Blue', sku: 'SH-S', upc: '0123', track_stock: true, allow_backorders: true, requires_shipping: true },
        ...{ unit_cost: '3.10', metadata: { grams: 200 }, attribute_values: attributes('S'), path: `${IMAGE}/s.jpg` },
        ...{ currency: 'USD', price: '12.50', retail: '20.00', num_in_stock: 4 },
      },
      {
        ...{ title: 'L / Blue', sku: 'SH-L', upc: null, track_stock: false, allow_backorders: false, requires_shipping: false },
        ...{ unit_cost: null, metadata: null, attribute_values: attributes('L'), path: `${IMAGE}/a.jpg` },
        ...{ currency: 'USD', price: '13.00', retail: null, num_in_stock: null },
      },
      {
        ...{ title: 'Gift voucher', sku: null, upc: null, track_stock: false, allow_backorders: false, requires_shipping: false },
        ...{ unit_cost: null, metadata: null, attribute_values: [], path: null },
        ...{ currency: 'USD', price: '25.00', retail: null, num_in_stock: 7 },
      },
    ])
  })

  test('keeps the pictures in their order, as addresses', async () => {
    const images = await rows('select path, caption from product_images order by display_order')
    assert.deepEqual(
      images.map(({ path, caption }) => [path.slice(IMAGE.length), caption]),
      [
        ['/a.jpg', 'Front'],
        ['/b.jpg', 'Back'],
        ['/c.jpg', ''],
        ['/s.jpg', ''],
      ],
    )
  })

  test('changes nothing the second time', async () => {
    const { account } = await run(file(...SHIRT, VOUCHER))
    assert.deepEqual([account.made, account.there, account.rows_left_out], [0, 2, 0])
    assert.equal((await rows('select id from products')).length, 2)
  })

  const lamp = (cells: Partial<Record<'handle' | 'title' | 'sku' | 'price' | 'published' | 'image' | 'quantity', string>>) =>
    `${cells.handle ?? 'lamp'},${cells.title ?? 'Lamp'},,,,,${cells.published ?? ''},,,,,${cells.sku ?? ''},,,${cells.quantity ?? ''},,${cells.price ?? '1.00'},,,,,${cells.image ?? ''},,,,,,,,`
  const mistakes: [what: string, rows: string[], sentence: RegExp][] = [
    ['a price that is none', [lamp({ price: '£9.90' })], /^2,"?Variant Price must be an amount such as 12\.50, not ""?£9\.90/],
    ['a price in parts of a cent', [lamp({ price: '9.999' })], /Variant Price must be an amount/],
    ['no title', [lamp({ title: '' })], /^2,"?Title is empty/],
    ['a flag that is none', [lamp({ published: 'maybe' })], /Published must be true or false/],
    ['a picture that is no address', [lamp({ image: 'lamp.jpg' })], /Image Src must be an address/],
    ['a count that is none', [lamp({ quantity: 'few' })], /Variant Inventory Qty must be a whole number/],
    ['an SKU that is taken', [lamp({ sku: 'SH-S' })], /Another variant has the SKU ""SH-S""/],
    ['two variants alike', [lamp({}), lamp({ title: '' })], /^2,"?Row 3 of the same product: A second variant/],
    ['other rows than last time', [lamp({ handle: 'shirt' })], /was imported before, with other rows/],
    ['rows apart', [lamp({ price: 'x' }), VOUCHER, lamp({ price: '2.00' })], /Variant Price/],
  ]
  for (const [what, wrong, sentence] of mistakes)
    test(`leaves out a product with ${what}, and says why`, async () => {
      const { account } = await run(file(...wrong, lamp({ handle: what, title: what })))
      assert.deepEqual([account.made, account.rows_left_out], [1, wrong.filter(row => row !== VOUCHER).length])
      assert.match(list()[1]!, sentence)
    })

  test('imports nothing of a broken file', async () => {
    const before = (await rows('select id from products')).length
    await assert.rejects(
      run(`${file(lamp({ handle: 'one' }))}two,"Unclosed,,\n`),
      /^Error: Row 3: A quote is opened and never closed/,
    )
    assert.equal((await rows('select id from products')).length, before)
  })
})
