import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { attributeCode, slugOf, unusedSlug } from './slug.ts'

describe('The slug of a title', () => {
  const slugs = {
    'Harbour lantern': 'harbour-lantern',
    '  Salt & Pepper, 2 pcs. ': 'salt-and-pepper-2-pcs',
    "Sailor's knot": 'sailors-knot',
    'Größe Übergrößen Crème brûlée': 'grosse-ubergrossen-creme-brulee',
    'Łódź Ørsted Æther Þór': 'lodz-orsted-aether-thor',
    'Чай «Щука», йогурт': 'chai-shchuka-iogurt',
    Καφές: 'kafes',
    '½ price ﬁne™': '1-2-price-finetm',
    İstanbul: 'istanbul',
  }
  for (const [title, slug] of Object.entries(slugs)) test(`is ${slug} for ${title}`, () => assert.equal(slugOf(title), slug))

  test('is the given word when no letter or digit remains', () => {
    assert.equal(slugOf('灯籠', 'product'), 'product')
    assert.equal(slugOf('🏮!', 'product'), 'product')
    assert.equal(slugOf(''), 'item')
  })

  test('is always short, lower-case, and its own slug', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), title => {
        const slug = slugOf(title)
        assert.match(slug, /^[a-z0-9]+(-[a-z0-9]+)*$/)
        assert.ok(slug.length <= 240)
        assert.equal(slugOf(slug), slug)
      }),
    )
  })
})

describe('An unused slug', () => {
  test('is the stem, or the first free number from two on', () => {
    assert.equal(unusedSlug('mug', new Set()), 'mug')
    assert.equal(unusedSlug('mug', new Set(['mug'])), 'mug-2')
    assert.equal(unusedSlug('mug', new Set(['mug', 'mug-2', 'mug-4'])), 'mug-3')
  })
})

describe('The code of an attribute', () => {
  test('is an identifier', () => {
    assert.equal(attributeCode('Size'), 'size')
    assert.equal(attributeCode('Shoe size (EU)'), 'shoe_size__eu_')
    assert.equal(attributeCode('3D view'), '_3d_view')
    assert.equal(attributeCode('Größe'), 'grosse')
    assert.equal(attributeCode('尺寸'), '__')
    fc.assert(fc.property(fc.string({ unit: 'binary' }), name => assert.match(attributeCode(name), /^[a-z_][0-9a-z_]*$/)))
  })
})
