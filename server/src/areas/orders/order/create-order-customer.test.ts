import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { BERLIN, newBuyer } from '../../../../test/buyers.ts'
import { startApi } from '../../../../test/harness.ts'
import { makeWorld, type World } from '../../../../test/world.ts'
import createOrder from './create-order.ts'

describe('The customer of a new order', () => {
  const api = startApi()
  let shop: World
  before(async () => {
    shop = await makeWorld(api, { stock: { lantern: 1000 } })
  })
  const create = (body: object) => api.call(createOrder, { body })

  test('finds the customer by e-mail, whatever its case, and fills in what is blank', async () => {
    const user = { email: 'Find.Me@Example.com' }
    const first = await create({ user, lines: [{ product_id: shop.variants.candle, quantity: 1 }] })
    const second = await create({
      user: { email: 'find.me@example.COM' },
      shipping_address: BERLIN,
      lines: [{ product_id: shop.variants.candle, quantity: 1 }],
    })
    assert.equal(second.status, 201, JSON.stringify(second.body))
    assert.equal(first.body.user.id, second.body.user.id)
    assert.equal(first.body.user.email, 'find.me@example.com')
    assert.deepEqual([second.body.user.first_name, second.body.user.phone_number], ['Grace', '+4930555000'])
    assert.deepEqual(second.events, ['customer.updated', 'order.created'])
  })

  test('uses the default address that an earlier order left', async () => {
    const user = newBuyer()
    await create({ user, shipping_address: BERLIN, lines: [{ product_id: shop.variants.candle, quantity: 1 }] })
    const { body } = await create({
      user,
      use_default_shipping_address: true,
      use_default_billing_address: true,
      lines: [
        { product_id: shop.variants.guide, quantity: 1 },
        { product_id: shop.variants.candle, quantity: 1 },
      ],
    })
    assert.equal(body.shipping_address.line4, 'Berlin')
    assert.equal(body.billing_address.line4, 'Berlin')
    assert.equal(body.lines[0].tax_lines[0].tax_id, shop.taxes.german_books)
  })

  test('makes local phone numbers international and keeps every character of names', async () => {
    const { body } = await create({
      shipping_address: { ...BERLIN, first_name: 'Grace 🚀', phone_number: '030 555000' },
      lines: [{ product_id: shop.variants.candle, quantity: 1 }],
    })
    assert.equal(body.shipping_address.first_name, 'Grace 🚀')
    assert.equal(body.shipping_address.phone_number, '+4930555000')
  })
})
