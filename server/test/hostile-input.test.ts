import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import fc from 'fast-check'
import { operations } from '../src/app.ts'
import { UNSTORABLE_VALUE } from '../src/platform/database-refusals.ts'
import type { Operation } from '../src/platform/operation.ts'
import { one, sql } from '../src/platform/sql.ts'
import { BERLIN, NEW_YORK } from './buyers.ts'
import { examples } from './examples.ts'
import { type CallOptions, startApi } from './harness.ts'
import { bodiesOf, type Hints, queriesOf } from './hostile.ts'
import { assertOrderInvariants } from './invariants.ts'
import { assertRefusal } from './refusal.ts'
import { VOUCHER } from './world.ts'

const RUNS = 60
const callable = ({ id, path }: Operation) => examples[id] !== undefined || !path.includes(':')
const writes = operations.filter(operation => operation.body && callable(operation))
const reads = operations.filter(operation => operation.method === 'GET' && callable(operation))

describe('Whatever a client sends is answered or refused, and is never a failure of ours', { timeout: 120_000 }, () => {
  const api = startApi()
  let hints: Hints
  before(async () => {
    await examples.ordersRetrieve!(api)
    hints = await whatIsThere()
  })

  async function whatIsThere(): Promise<Hints> {
    const { variants, offers, shipping } = await one<{ variants: number[]; offers: number[]; shipping: string[] }>(
      api.database.pool,
      sql`select (select array_agg(id) from variants where store_id = ${api.store_id}) as variants,
        (select array_agg(id) from offers where store_id = ${api.store_id}) as offers,
        (select array_agg(code) from shipping_methods where store_id = ${api.store_id}) as shipping`,
    )
    return {
      product_id: variants.map(Number),
      offers: [offers.map(Number), []],
      vouchers: [[VOUCHER], [], ['missing', null]],
      currency: ['USD', 'USD', 'USD', 'usd', 'EUR'],
      subscription: [null],
      is_upsell: [true, false],
      key: ['engraving', 'gift', 'note', 'a', 'b', 'c'],
      first_name: ['Ada', '💥'],
      last_name: ['Lovelace', 'ə'],
      line1: ['1 Main Street'],
      line4: ['New York'],
      use_default_shipping_address: [false],
      use_default_billing_address: [false],
      billing_same_as_shipping_address: [false],

      country: ['US', 'DE', 'FR'],
      state: ['NY', 'CA', ''],
      postcode: ['10001', '10117'],
      phone_number: ['', '+12125550100', '+4930555000'],
      shipping_code: [...shipping, null],
      shipping_address: [NEW_YORK, BERLIN],
      payment_method: ['card_token', 'external', 'saved_card', null],
      card_token: ['test_gw_approve', '4012888888881881', 'missing'],
      payment_gateway: [null, 1, 999],
      payment_gateway_group: [null, 1, 999],
    }
  }

  async function assertAnswered(operation: Operation, options: CallOptions): Promise<number> {
    const answer = await api.call(operation, options)
    const sent = JSON.stringify({ ...options.query, ...(options.body ? { body: options.body } : {}) }).slice(0, 5_000)
    assert.ok(answer.status < 500, `${answer.status} for ${operation.id} ${sent}`)
    if (answer.status >= 400) assertRefusal(answer, answer.status)
    const messages = (answer.body?.errors ?? []).map(({ message }: { message: string }) => message)
    assert.ok(!messages.includes(UNSTORABLE_VALUE), `only the database refused ${operation.id} ${sent}`)
    return answer.status
  }

  for (const operation of writes)
    test(`${operation.id}, with any body`, async () => {
      let target = await examples[operation.id]?.(api)
      await fc.assert(
        fc.asyncProperty(bodiesOf(operation.body!, hints), async body => {
          const status = await assertAnswered(operation, { params: target?.params, body })
          // What has been changed may refuse everything from now on.
          if (status < 300) target = await examples[operation.id]?.(api)
        }),
        { numRuns: RUNS },
      )
    })

  for (const operation of writes)
    test(`${operation.id}, with a body of endless depth`, async () => {
      const target = await examples[operation.id]?.(api)
      for (const name of [...Object.keys((operation.body as { properties?: object }).properties ?? {}), 'unknown'])
        for (const [opening, closing] of [
          ['[', ']'],
          ['{"a":', '}'],
        ] as const) {
          const body = `{"${name}":${opening.repeat(50_000)}1${closing.repeat(50_000)}}`
          await assertAnswered(operation, { params: target?.params, body })
        }
    })

  test('ordersCreate, with sums beyond what a column holds', async () => {
    const operation = writes.find(({ id }) => id === 'ordersCreate')!
    for (const product_id of hints.product_id!)
      for (const field of [{ quantity: 1_000_000 }, { quantity: 1 }, { quantity: 999_999, price: '9999999999.99' }])
        for (const price of ['9999999999.99', '9999999999', '0.01']) {
          const line = { product_id, price, ...field }
          await assertAnswered(operation, {
            body: { lines: [line, line, line], shipping_price: price, shipping_address: BERLIN },
          })
        }
  })

  for (const operation of reads)
    test(`${operation.id}, with any query`, async () => {
      const target = await examples[operation.id]?.(api)
      await fc.assert(
        fc.asyncProperty(queriesOf(operation.query ?? {}), async query => {
          await assertAnswered(operation, { params: target?.params, query })
        }),
        { numRuns: RUNS },
      )
    })

  test('and the store is as sound as before', () => assertOrderInvariants(api.database.pool, api.store_id))
})
