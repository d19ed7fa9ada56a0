import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import fc from 'fast-check'
import { BERLIN, NEW_YORK, newBuyer } from '../../../../test/buyers.ts'
import { type CallAnswer, startApi } from '../../../../test/harness.ts'
import { assertOrderInvariants } from '../../../../test/invariants.ts'
import { orderNow } from '../../../../test/orders.ts'
import { makeWorld, type World } from '../../../../test/world.ts'
import cancelOrder from '../cancellation/cancel-order.ts'
import markAsPaid from '../payment/mark-as-paid.ts'
import createFulfillment from '../shipping/create-fulfillment.ts'
import updateOrder from '../updating/update-order.ts'
import { FULFILLMENT_STATUSES, ORDER_STATUSES } from './contract.ts'
import createOrder from './create-order.ts'

type Command =
  | { do: 'create'; good: number; quantity: number; pay: string | null; far: boolean; status?: string }
  | { do: 'patch'; which: number; body: object }
  | { do: 'ship'; which: number; line: number | null }
  | { do: 'cancel'; which: number; full_refund: boolean }
  | { do: 'pay'; which: number }

const which = fc.nat(20)
const patch = fc.oneof(
  fc.constantFrom(...FULFILLMENT_STATUSES).map(fulfillment_status => ({ fulfillment_status })),
  fc.constantFrom(...ORDER_STATUSES).map(status => ({ status })),
  fc.record({ fulfillment_status: fc.constantFrom(...FULFILLMENT_STATUSES), status: fc.constantFrom('open', 'archived') }),
  fc.constantFrom(
    { tags: ['a'] },
    { shipping_address: { line1: 'Elsewhere 1' } },
    { shipping_address: null },
    { attribution: { funnel: 'x' } },
  ),
)
const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    do: fc.constant('create' as const),
    good: fc.nat(5),
    quantity: fc.integer({ min: 1, max: 4 }),
    pay: fc.constantFrom(null, 'external', 'test_card', 'test_gw_approve', 'test_gw_refund_fail'),
    far: fc.boolean(),
    status: fc.constantFrom('open', 'open', 'open', 'open', 'archived', 'canceled'),
  }),
  fc.record({ do: fc.constant('patch' as const), which, body: patch }),
  fc.record({ do: fc.constant('patch' as const), which, body: patch }),
  fc.record({ do: fc.constant('ship' as const), which, line: fc.option(fc.nat(1)) }),
  fc.record({ do: fc.constant('cancel' as const), which, full_refund: fc.boolean() }),
  fc.record({ do: fc.constant('pay' as const), which }),
)

describe('Orders, whatever is done with them', () => {
  const api = startApi()
  let shop: World
  before(async () => {
    shop = await makeWorld(api, { stock: { lantern: 300, shirt_small: 300, mug: 3 } })
  })

  async function perform(next: Command, numbers: string[]): Promise<CallAnswer | null> {
    if (next.do === 'create') {
      const { lantern, mug, candle, guide, shirt_small, coffee } = shop.variants
      const [first, second] = [[lantern, mug, candle, guide, shirt_small, coffee][next.good], candle]
      const payment =
        next.pay === null || next.pay === 'external'
          ? { payment_method: next.pay }
          : { payment_method: 'card_token', payment_details: { card_token: next.pay } }
      const lines = [
        { product_id: first, quantity: next.quantity },
        { product_id: second, quantity: 1, properties: [{ key: 'gift', value: true }] },
      ]
      const imported =
        next.status === 'archived' || next.status === 'canceled'
          ? { status: next.status, payment_method: null, payment_details: null }
          : {}
      const answer = await api.call(createOrder, {
        body: { user: newBuyer(), shipping_address: next.far ? BERLIN : NEW_YORK, lines, ...payment, ...imported },
      })
      if (answer.status === 201) numbers.push(answer.body.number)
      return answer
    }
    const number = numbers[next.which % numbers.length]
    if (number === undefined) return null
    const params = { number }
    if (next.do === 'patch') return api.call(updateOrder, { params, body: next.body })
    if (next.do === 'cancel')
      return api.call(cancelOrder, { params, body: { cancel_reason: 'x', full_refund: next.full_refund } })
    if (next.do === 'pay') return api.call(markAsPaid, { params })
    const { lines } = await orderNow(api, number)
    return api.call(createFulfillment, {
      params,
      body: { lines: next.line === null ? [] : [lines[next.line % lines.length].id] },
    })
  }

  test('keep every promise that always holds, one after another or at once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 4, maxLength: 14 }), fc.boolean(), async (commands, atOnce) => {
        const numbers: string[] = []
        await perform({ do: 'create', good: 0, quantity: 2, pay: null, far: false }, numbers)
        const answers = atOnce
          ? await Promise.all(commands.map(next => perform(next, numbers)))
          : await commands.reduce(
              async (done, next) => [...(await done), await perform(next, numbers)],
              Promise.resolve<(CallAnswer | null)[]>([]),
            )
        for (const answer of answers) assert.ok(!answer || answer.status < 500, JSON.stringify(answer?.body))
        if (!atOnce) for (const answer of answers) if (answer?.status === 409) assert.deepEqual(answer.events, [])
        await assertOrderInvariants(api.database.pool, api.store_id)
      }),
      { numRuns: 25 },
    )
  })
})
