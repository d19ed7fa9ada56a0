import { MODELS } from './fill.ts'
import type { Asked } from './load.ts'
import { newOrder, type Shop } from './shop.ts'

/** What the requests of a case are about: the shop, and the orders that are in it. */
export interface Ground {
  shop: Shop
  /** Numbers of orders of three lines follow each other from here. */
  first_number: number
  orders: number
  /** The number of an order of 500 lines. */
  long_order: string
}

export interface Case {
  name: string
  title: string
  writes: boolean
  /** Our requests per second over those of the floor that are to be reached; null where none is named. */
  ratio_min: number | null
  request(ground: Ground): Asked
}

const ORDERS = '/api/admin/orders/'
const READS_MIN = 0.6
const CREATES_MIN = 0.5

const read = (name: string, title: string, path: (ground: Ground) => string): Case => ({
  name,
  title,
  writes: false,
  ratio_min: READS_MIN,
  request: ground => ({ method: 'GET', path: ORDERS + path(ground) }),
})

const create = (name: string, title: string, lines: number): Case => ({
  name,
  title,
  writes: true,
  ratio_min: CREATES_MIN,
  request: ({ shop, orders }) => ({ method: 'POST', path: ORDERS, body: newOrder(shop, lines, someBuyer(orders)) }),
})

export const CASES: readonly Case[] = [
  read('get-order', 'get an order of 3 lines', ground => `${someNumber(ground)}/`),
  read('get-long-order', 'get an order of 500 lines', ({ long_order }) => `${long_order}/`),
  read('list-orders', 'list the 50 newest orders', () => ''),
  read(
    'list-filtered',
    'list the open orders that are paid and unfulfilled',
    () => '?status=open&payment_status=paid&fulfillment_status=unfulfilled',
  ),
  {
    name: 'patch-tags',
    title: 'change the tags of an order',
    writes: true,
    ratio_min: null,
    request: ground => ({ method: 'PATCH', path: `${ORDERS}${someNumber(ground)}/`, body: { tags: [`tag ${below(1_000)}`] } }),
  },
  create('create-order', 'create an order of 3 lines', 3),
  create('create-long-order', 'create an order of 500 lines', 500),
]

const below = (limit: number): number => Math.floor(Math.random() * limit)
const someNumber = ({ first_number, orders }: Ground): number => first_number + below(orders)

// The customers of the copied orders, each with one order so far.
function someBuyer(orders: number): string {
  const index = MODELS + below(orders - MODELS)
  return `copy-${Math.floor(index / MODELS)}-buyer-${index % MODELS}@example.com`
}
