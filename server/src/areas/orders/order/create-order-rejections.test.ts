import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { newBuyer } from '../../../../test/buyers.ts'
import { startApi } from '../../../../test/harness.ts'
import { makeWorld, type World } from '../../../../test/world.ts'
import { createOffers, createVouchers } from '../../catalogue/index.ts'
import createOrder from './create-order.ts'
import { one, REJECTIONS } from './create-order-rejections.ts'

const voucherOffer = {
  kind: 'voucher',
  currency: 'USD',
  condition: { type: 'count_gte', value: '1' },
} as const

describe('Creating an order refuses', () => {
  const api = startApi()
  let shop: World
  before(async () => {
    shop = await makeWorld(api)
    const [offer] = await createOffers(api.database.pool, api.store_id, [
      {
        name: 'Old',
        kind: 'voucher',
        currency: 'USD',
        condition: { type: 'count_gte', value: '1' },
        benefit: { type: 'percentage', value: '10' },
      },
    ])
    await createVouchers(api.database.pool, api.store_id, [
      {
        name: 'Old',
        code: 'LAST-YEAR',
        usage: 'multi_use',
        start_datetime: '2020-01-01T00:00:00Z',
        end_datetime: '2021-01-01T00:00:00Z',
        offer_ids: [offer!],
      },
    ])
    await api.database.pool.query(
      `insert into metadata_definitions (store_id, object, key, name, type) values ($1, 'order', 'weight', 'Weight', 'decimal')`,
      [api.store_id],
    )
  })

  for (const [what, body, field, code] of REJECTIONS)
    test(what, async () => {
      const before = await traces()
      const answer = await api.call(createOrder, { body: body(shop) })
      assert.equal(answer.status, 400, JSON.stringify(answer.body))
      const found = answer.body.errors.find((error: { field: string }) => error.field === field)
      assert.ok(found, `expected ${field}, got ${JSON.stringify(answer.body.errors)}`)
      assert.equal(found.code, code)
      assert.deepEqual(answer.events, [])
      assert.deepEqual(await traces(), before)
    })

  test('everything that is wrong at once', async () => {
    const { body } = await api.call(createOrder, { body: { lines: [{ quantity: 0 }], currency: 'EURO', send_receipt: 'no' } })
    assert.deepEqual(body.errors.map((error: { field: string; code: string }) => [error.field, error.code]).toSorted(), [
      ['currency', 'max_length'],
      ['lines.0.product_id', 'required'],
      ['lines.0.quantity', 'min_value'],
      ['send_receipt', 'type'],
    ])
  })

  test('a customer who is blocked, with the code of the block list', async () => {
    await api.database.pool.query(
      `insert into block_entries (store_id, kind, value) values ($1, 'email', 'blocked@example.com')`,
      [api.store_id],
    )
    const { status, body } = await api.call(createOrder, { body: one(shop, { user: { email: 'Blocked@example.com' } }) })
    assert.deepEqual([status, body.code, body.payment_response_code], [400, 'customer_blocked', '3017'])
  })

  test('a second equal order within half an hour where the store asks for it', async () => {
    await api.database.pool.query('update stores set prevent_duplicate_orders = true where id = $1', [api.store_id])
    const body = one(shop, { user: { email: 'twice@example.com' } })
    const first = await api.call(createOrder, { body })
    const second = await api.call(createOrder, { body })
    const third = await api.call(createOrder, { body, headers: { 'Idempotency-Key': 'another' } })
    assert.deepEqual([first.status, second.status, second.body.code, third.status], [201, 409, 'duplicate_order', 201])
    await api.database.pool.query('update stores set prevent_duplicate_orders = false where id = $1', [api.store_id])
  })

  test('the second of two orders that race for a voucher of one use, which then fits nowhere', async () => {
    const [offer] = await createOffers(api.database.pool, api.store_id, [
      {
        name: 'Once',
        kind: 'voucher',
        currency: 'USD',
        condition: { type: 'count_gte', value: '1' },
        benefit: { type: 'absolute', value: '1' },
      },
    ])
    await createVouchers(api.database.pool, api.store_id, [
      { name: 'Once', code: 'ONCE', usage: 'single_use', offer_ids: [offer!] },
    ])
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => api.call(createOrder, { body: one(shop, { vouchers: ['ONCE'] }) })),
    )
    assert.equal(answers.filter(({ status }) => status === 201).length, 1)
    for (const { status, body } of answers)
      if (status !== 201)
        assert.ok(body.code === 'voucher_exhausted' || body.errors[0].field === 'vouchers.0', JSON.stringify(body))
  })

  for (const [how, payment] of [
    ['without a gateway', {}],
    ['through a gateway', { payment_method: 'card_token', payment_details: { card_token: 'test_gw_approve' } }],
  ] as const)
    test(`a second use of a voucher of one use each by a customer who was new with the first, paid ${how}`, async () => {
      const code = `EACH-${how.replaceAll(' ', '-')}`
      const [offer] = await createOffers(api.database.pool, api.store_id, [
        { ...voucherOffer, name: code, benefit: { type: 'absolute', value: '1' } },
      ])
      await createVouchers(api.database.pool, api.store_id, [
        { name: code, code, usage: 'once_per_customer', offer_ids: [offer!] },
      ])
      const user = newBuyer()
      const order = () => api.call(createOrder, { body: one(shop, { user, vouchers: [code], ...payment }) })
      const [first, second] = [await order(), await order()]
      assert.deepEqual([first.status, first.body.total_discount, second.status], [201, '1.00', 400])
      assert.equal(second.body.errors[0].field, 'vouchers.0')
    })

  async function traces() {
    const { rows } = await api.database.pool.query(
      `select (select count(*) from orders) as orders, (select count(*) from customers) as customers, (select count(*) from events) as events,
        (select sum(num_allocated) from stock_records) as allocated, (select sum(num_orders) from vouchers) as uses, (select count(*) from transactions) as transactions`,
    )
    return rows[0]
  }
})
