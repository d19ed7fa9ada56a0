import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApi } from '../../../../test/harness.ts'
import { many, one, sql } from '../../../platform/sql.ts'
import { createVouchers } from '../voucher/create-vouchers.ts'
import { combineOffers, createOffers, type NewOffer } from './create-offers.ts'

describe('Making offers', () => {
  const api = startApi()
  const offer = (name: string, extras: Partial<NewOffer> = {}): NewOffer => ({
    name,
    kind: 'site',
    currency: 'USD',
    condition: { type: 'count_gte', value: '1' },
    benefit: { type: 'percentage', value: '10' },
    ...extras,
  })

  test('answers their ids in order, each with its own ranges', async () => {
    const db = api.database.pool
    const range = { product_ids: [7, 8], category_ids: [9] }
    const benefit = { type: 'absolute', value: '2.50', range, max_affected_items: 2 } as const
    const ids = await createOffers(db, api.store_id, [offer('Last'), offer('First', { benefit, priority: 5 }), offer('Middle')])
    const rows = await many<{ id: number; name: string }>(
      db,
      sql`select id, name from offers where store_id = ${api.store_id} order by id`,
    )
    assert.deepEqual(rows, [
      { id: ids[0], name: 'Last' },
      { id: ids[1], name: 'First' },
      { id: ids[2], name: 'Middle' },
    ])
    const first = await one(
      db,
      sql`
      select o.priority, o.benefit_value, o.max_affected_items, c.all_products as everything, b.all_products, b.product_ids::int[], b.category_ids::int[]
      from offers o
      join ranges c on c.store_id = o.store_id and c.id = o.condition_range_id
      join ranges b on b.store_id = o.store_id and b.id = o.benefit_range_id
      where o.store_id = ${api.store_id} and o.id = ${ids[1]}`,
    )
    const expected = { priority: 5, benefit_value: '2.50', max_affected_items: 2, everything: true, all_products: false }
    assert.deepEqual(first, { ...expected, ...range })
  })

  test('combines two of them in both directions, once', async () => {
    const db = api.database.pool
    const { store_id } = await api.anotherStore()
    const [a, b, c] = await createOffers(db, store_id, [offer('A'), offer('B'), offer('C')])
    await combineOffers(db, store_id, b!, [a!, c!, a!])
    await combineOffers(db, store_id, a!, [b!])
    const pairs = await many(
      db,
      sql`select offer_id, other_offer_id from offer_combinations where store_id = ${store_id} order by 1, 2`,
    )
    assert.deepEqual(pairs, [
      { offer_id: a, other_offer_id: b },
      { offer_id: b, other_offer_id: c },
    ])
  })

  test('lets a voucher name several, and keeps its code unique whatever the case', async () => {
    const db = api.database.pool
    const { store_id } = await api.anotherStore()
    const offer_ids = await createOffers(db, store_id, [offer('A', { kind: 'voucher' }), offer('B', { kind: 'voucher' })])
    const voucher = { name: 'Spring', usage: 'multi_use' as const, offer_ids }
    const ids = await createVouchers(db, store_id, [
      { ...voucher, code: 'spring' },
      { ...voucher, code: 'SUMMER', offer_ids: [] },
    ])
    const links = await many<{ voucher_id: number }>(db, sql`select voucher_id from voucher_offers where store_id = ${store_id}`)
    assert.deepEqual(links, [{ voucher_id: ids[0] }, { voucher_id: ids[0] }])
    await assert.rejects(createVouchers(db, store_id, [{ ...voucher, code: 'Spring' }]), { code: '23505' })
  })
})
