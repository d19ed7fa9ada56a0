import type { Example } from './examples.ts'
import type { Api } from './harness.ts'
import { place } from './orders.ts'
import { makeWorld, type World } from './world.ts'

const shops = new WeakMap<Api, Promise<World>>()

/** The shop of a test, furnished when it is first asked for. */
function shopOf(api: Api): Promise<World> {
  const shop = shops.get(api) ?? makeWorld(api)
  shops.set(api, shop)
  return shop
}

/** An order of its own for each call. */
const ofOrder =
  (body?: object): Example =>
  async api => {
    const { variants } = await shopOf(api)
    const { number } = await place(api, { lines: [{ product_id: variants.candle, quantity: 1 }] })
    return { params: { number }, body }
  }

export const orderExamples: Readonly<Record<string, Example>> = {
  ordersRetrieve: ofOrder(),
  ordersPartialUpdate: ofOrder({ tags: ['example'] }),
  ordersUpdate: ofOrder({ tags: ['example'] }),
  ordersCancelCreate: ofOrder({ cancel_reason: 'no longer wanted' }),
  ordersMarkAsPaidCreate: ofOrder({}),
  ordersFulfillmentsCreate: ofOrder({}),
  ordersNotesList: ofOrder(),
  ordersNotesCreate: ofOrder({ message: 'Leave it at the door' }),
}
