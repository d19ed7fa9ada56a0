import assert from 'node:assert/strict'
import { afterEach, before, describe, test } from 'node:test'
import { startApi } from '../../../../test/harness.ts'
import { assertOrderInvariants } from '../../../../test/invariants.ts'
import { orderNow, place } from '../../../../test/orders.ts'
import { makeWorld, type World } from '../../../../test/world.ts'
import { one, run, sql } from '../../../platform/sql.ts'
import replaceOrder from './replace-order.ts'
import updateOrder from './update-order.ts'

describe('Updating an order', () => {
  const api = startApi()
  let shop: World
  before(async () => {
    shop = await makeWorld(api)
  })
  afterEach(() => assertOrderInvariants(api.database.pool, api.store_id))

  const order = (rest: object = {}) => place(api, { lines: [{ product_id: shop.variants.candle, quantity: 1 }], ...rest })
  const update = (number: string, body: object, headers = {}) => api.call(updateOrder, { params: { number }, body, headers })

  test('changes what is sent, tells of it once and says before and after', async () => {
    const { number, shipping_address } = await order()
    const { status, body, events, headers } = await update(number, {
      tags: ['Vip', 'vip', null, ' gift '],
      metadata: { seen: true },
      shipping_address: { line2: 'Flat 3' },
    })
    assert.equal(status, 200)
    assert.deepEqual(events, ['order.updated'])
    assert.deepEqual([body.tags, body.metadata], [['Vip', 'gift'], { seen: true }])
    assert.deepEqual(body.shipping_address, { ...shipping_address, line2: 'Flat 3' })
    assert.equal(headers.get('etag'), '"2"')
    const { changes } = await one<{ changes: Record<string, { before: unknown; after: unknown }> }>(
      api.database.pool,
      sql`select changes from events where store_id = ${api.store_id} and type = 'order.updated' and object_id = ${Number(number)}`,
    )
    assert.deepEqual(Object.keys(changes).sort(), ['metadata', 'shipping_address', 'tags'])
    assert.deepEqual(changes.tags, { before: [], after: ['Vip', 'gift'] })
  })

  test('tells nothing and keeps the version when nothing changes', async () => {
    const { number, shipping_address, updated_at } = await order()
    const { line1, country } = shipping_address
    const answer = await update(number, {
      status: 'open',
      fulfillment_status: 'unfulfilled',
      tags: [],
      shipping_address: { country, line1 },
    })
    assert.deepEqual(
      [answer.status, answer.events, answer.headers.get('etag'), answer.body.updated_at],
      [200, [], '"1"', updated_at],
    )
    assert.deepEqual((await update(number, {})).events, [])
  })

  test('merges the attribution, which PUT replaces', async () => {
    const { number } = await order({ attribution: { utm_source: 'news', funnel: 'spring' } })
    const merged = await update(number, { attribution: { funnel: null, affiliate: 'A7' } })
    assert.deepEqual(
      [merged.body.attribution.utm_source, merged.body.attribution.funnel, merged.body.attribution.affiliate],
      ['news', null, 'A7'],
    )
    const replaced = await api.call(replaceOrder, { params: { number }, body: { attribution: { gclid: 'g' } } })
    assert.deepEqual([replaced.body.attribution.utm_source, replaced.body.attribution.gclid], [null, 'g'])
  })

  test('takes a dashboard user as agent, and nobody else', async () => {
    const { id } = await one<{ id: number }>(
      api.database.pool,
      sql`insert into customers (store_id, user_type, email) values (${api.store_id}, 'dashboard', 'desk@example.com') returning id`,
    )
    const { number, user } = await order()
    assert.equal((await update(number, { attribution: { agent: id } })).body.attribution.agent.email, 'desk@example.com')
    const refused = await update(number, { attribution: { agent: user.id } })
    assert.deepEqual([refused.status, refused.body.errors[0].field], [400, 'attribution.agent'])
  })

  test('removes the addresses once nothing is to be sent there', async () => {
    const { number } = await order({ billing_same_as_shipping_address: true })
    assert.equal((await update(number, { billing_address: null })).body.billing_address, null)
    const refused = await update(number, { shipping_address: null })
    assert.deepEqual([refused.status, refused.body.code], [409, 'fulfillment_in_progress'])
    await update(number, { fulfillment_status: 'fulfilled' })
    assert.equal((await update(number, { shipping_address: null })).body.shipping_address, null)
  })

  test('names every field that is wrong, and changes none', async () => {
    await run(
      api.database.pool,
      sql`insert into metadata_definitions (store_id, object, key, name, type) values (${api.store_id}, 'order', 'weight', 'Weight', 'integer')`,
    )
    const { number } = await order()
    const { status, body, events } = await update(number, {
      status: 'lost',
      shipping_address: { country: 'XX' },
      billing_address: { line1: 'x' },
      metadata: { weight: 'heavy' },
      tags: ['kept out'],
    })
    assert.equal(status, 400)
    const fields = body.errors.map((each: { field: string; code: string }) => `${each.field} ${each.code}`)
    assert.deepEqual(fields, [
      'status invalid_choice',
      'shipping_address.country invalid_choice',
      'billing_address.first_name required',
      'billing_address.last_name required',
      'billing_address.line4 required',
      'billing_address.country required',
      'metadata.weight invalid',
    ])
    assert.deepEqual([events, (await orderNow(api, number)).tags], [[], []])
  })

  for (const [body, problem] of [
    [{ fulfillment_status: 'lost' }, 'fulfillment_status invalid_choice'],
    [{ status: 'x'.repeat(101) }, 'status max_length'],
    [{ tags: Array.from({ length: 101 }, (_, i) => `t${i}`) }, 'tags max_length'],
  ] as const)
    test(`refuses ${problem}`, async () => {
      const { number } = await order()
      const answer = await update(number, body)
      assert.deepEqual([answer.status, `${answer.body.errors[0].field} ${answer.body.errors[0].code}`], [400, problem])
    })

  test('lets two people change different fields, and the last one win without a version', async () => {
    const { number } = await order()
    const answers = await Promise.all([
      update(number, { tags: ['a'] }, { 'If-Match': '"1"' }),
      update(number, { metadata: { b: 1 } }, { 'If-Match': '"1"' }),
      update(number, { attribution: { funnel: 'c' } }, { 'If-Match': '"1"' }),
    ])
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    )
    const after = await orderNow(api, number)
    assert.deepEqual([after.tags, after.metadata, after.attribution.funnel], [['a'], { b: 1 }, 'c'])
    assert.equal((await update(number, { tags: ['z'] })).body.tags[0], 'z')
  })

  test('refuses a field that somebody else changed since, and shows the order as it is', async () => {
    const { number } = await order()
    const answers = await Promise.all([['a'], ['b']].map(tags => update(number, { tags }, { 'If-Match': '"1"' })))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
    const loser = answers.find(({ status }) => status === 409)!
    const winner = answers.find(({ status }) => status === 200)!
    assert.deepEqual(
      [loser.body.code, loser.body.errors[0].field, loser.body.current],
      ['changed_meanwhile', 'tags', winner.body],
    )
  })
})
