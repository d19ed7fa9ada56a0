import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { NEW_YORK, newBuyer } from '../../../../test/buyers.ts'
import { startApi } from '../../../../test/harness.ts'
import { makeWorld, type World } from '../../../../test/world.ts'
import createOrder from './create-order.ts'

describe('Paying for a new order', () => {
  const api = startApi()
  let shop: World
  before(async () => {
    shop = await makeWorld(api, { stock: { lantern: 1_000 } })
  })
  const create = (rest: object, headers: Record<string, string> = {}) =>
    api.call(createOrder, {
      body: {
        user: newBuyer(),
        shipping_address: NEW_YORK,
        lines: [{ product_id: shop.variants.lantern, quantity: 1 }],
        ...rest,
      },
      headers,
    })
  const card = (card_token: string, rest: object = {}) => ({
    payment_method: 'card_token',
    payment_details: { card_token, ...rest },
  })
  const setFlow = (flow: string) =>
    api.database.pool.query('update gateways set payment_flow = $1 where store_id = $2', [flow, api.store_id])

  test('by nothing leaves it pending', async () => {
    const { body } = await create({})
    assert.deepEqual([body.payment_status, body.transactions, body.supports_post_purchase_upsells], ['pending', [], false])
  })

  test('externally leaves it pending too', async () => {
    const { status, body } = await create({ payment_method: 'external' })
    assert.deepEqual([status, body.payment_status, body.transactions], [201, 'pending', []])
  })

  test('by a card that is charged makes it paid', async () => {
    const { status, body, events } = await create(card('4111111111111111'))
    assert.equal(status, 201)
    assert.deepEqual([body.payment_status, body.total_outstanding, body.is_test], ['paid', '0.00', true])
    const [debit] = body.transactions
    assert.deepEqual(
      [debit.type, debit.status, debit.amount, debit.response_code, debit.payment_method],
      ['debit', 'succeeded', body.total_incl_tax, 1000, 'bankcard'],
    )
    assert.deepEqual([debit.payment_details.bankcard_first_six, debit.payment_details.bankcard_last_four], ['411111', '1111'])
    assert.equal(body.supports_post_purchase_upsells, true)
    assert.deepEqual(events.toSorted(), ['customer.created', 'order.created', 'transaction.created'])
  })

  test('by a card that is authorized holds at least the total', async () => {
    await setFlow('auth-capture')
    const { body } = await create(card('test_gw_slow_1', { authorize_value: '60.00' }))
    const refused = await create(card('test_gw_slow_1', { authorize_value: '10.00' }))
    await setFlow('charge')
    assert.deepEqual([body.payment_status, body.total_outstanding], ['authorized', body.total_incl_tax])
    assert.deepEqual([body.transactions[0].type, body.transactions[0].amount], ['authorize', '60.00'])
    assert.deepEqual([refused.status, refused.body.errors[0].field], [400, 'payment_details.authorize_value'])
  })

  test('asks no gateway for nothing', async () => {
    const { body } = await create({
      ...card('test_gw_decline'),
      shipping_price: '0',
      lines: [{ product_id: shop.variants.candle, quantity: 1, price: '0' }],
    })
    assert.deepEqual([body.payment_status, body.total_incl_tax, body.transactions], ['paid', '0.00', []])
  })

  test('twice with one idempotency key charges once and answers alike', async () => {
    const charges = async () =>
      Number(
        (await api.database.pool.query(`select count(*) from test_gateway.entries where outcome = 'approved'`)).rows[0].count,
      )
    const before = await charges()
    const rest = { user: { email: 'same@example.com' }, ...card('test_gw_slow_200') }
    const key = { 'Idempotency-Key': 'once' }
    const [first, meanwhile] = await Promise.all([
      create(rest, key),
      new Promise(resolve => setTimeout(resolve, 60)).then(() => create(rest, key)),
    ])
    const later = await create(rest, key)
    assert.deepEqual(
      [first.status, meanwhile.status, meanwhile.body.code, later.status],
      [201, 409, 'idempotency_in_progress', 201],
    )
    assert.deepEqual(later.body, first.body)
    assert.equal(later.headers.get('idempotency-replayed'), 'true')
    assert.equal(await charges(), before + 1)
  })

  test('by a declined card keeps the failed transaction and nothing else', async () => {
    const { status, body } = await create(card('4012888888881881'))
    assert.equal(status, 400)
    assert.deepEqual([body.code, body.payment_response_code, body.payment_details], ['payment_declined', '2000', 'Do Not Honor'])
    const { rows } = await api.database.pool.query('select status, order_number, response_code from transactions where id = $1', [
      body.transaction_id,
    ])
    assert.deepEqual(rows, [{ status: 'failed', order_number: null, response_code: 2000 }])
  })
})
