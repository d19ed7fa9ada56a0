import assert from 'node:assert/strict'
import createOrder from '../src/areas/orders/order/create-order.ts'
import retrieveOrder from '../src/areas/orders/order/retrieve-order.ts'
import { NEW_YORK, newBuyer } from './buyers.ts'
import type { Api } from './harness.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read answers freely; the harness has checked their shape
export type Placed = any

/** Places an order of a new buyer in New York, unless told otherwise; it must be accepted. */
export async function place(api: Api, body: { lines: readonly object[] } & Record<string, unknown>): Promise<Placed> {
  const answer = await api.call(createOrder, { body: { user: newBuyer(), shipping_address: NEW_YORK, ...body } })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body
}

/** The order as it is now. */
export async function orderNow(api: Api, number: string): Promise<Placed> {
  const { body } = await api.call(retrieveOrder, { params: { number } })
  return body
}
