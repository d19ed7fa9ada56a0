import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CARRIERS } from './contract.ts'
import { readTracking } from './tracking.ts'

describe('Reading how parcels are tracked', () => {
  const page = 'https://shop.example.com/track'

  for (const carrier of CARRIERS.filter(each => each !== 'other'))
    test(`links to a page for ${carrier} that ends with the code`, () => {
      const [parcel] = readTracking([{ carrier, tracking_code: 'A/1' }], page)
      assert.ok(URL.canParse(parcel!.link) && parcel!.link.endsWith('A%2F1'), parcel!.link)
    })

  test('sends whom nobody knows to the page of the store, or nowhere', () => {
    assert.equal(readTracking([{ carrier: 'other', tracking_code: '1' }], page)[0]!.link, page)
    assert.equal(readTracking([{ tracking_code: '1' }], '')[0]!.link, '')
  })

  test('keeps a given link, even without a code, and makes none without one', () => {
    assert.deepEqual(readTracking([{ tracking_link: 'https://x.example/1' }], page), [
      { carrier: 'other', carrier_other_name: null, code: '', link: 'https://x.example/1' },
    ])
    assert.equal(readTracking([{ carrier: 'ups' }], page)[0]!.link, '')
  })

  test('is nothing when nothing is said', () => {
    assert.deepEqual(readTracking([{ carrier: null, tracking_code: '', tracking_link: null }], page), [])
  })
})
