import { type Static, Type } from 'typebox'
import { PageQuery } from '../../../platform/pagination.ts'
import { Day, Email, Id, OneOf, Several } from '../../../platform/schema.ts'
import { DELIVERY_STATUSES } from '../../fulfillment/fulfillment/contract.ts'
import { FULFILLMENT_STATUSES, ORDER_STATUSES, PAYMENT_STATUSES, SOURCES } from './contract.ts'

const Words = Type.Optional(Several(Type.String()))
const Word = Type.Optional(Type.String())
const Flag = Type.Optional(Type.Boolean())

/** Filters that look into where a customer came from, each exact. */
export const ATTRIBUTION_FILTERS = [
  'utm_source',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'affiliate',
  'subaffiliate1',
  'subaffiliate2',
  'subaffiliate3',
  'subaffiliate4',
  'subaffiliate5',
] as const
type AttributionFilter = (typeof ATTRIBUTION_FILTERS)[number]

const attribution = Object.fromEntries(ATTRIBUTION_FILTERS.map(name => [name, Word])) as Record<AttributionFilter, typeof Word>

/** Several values of one filter are alternatives; several filters must all be met. */
export const OrderFilters = Type.Object({
  ...PageQuery,
  search_text: Type.Optional(
    Type.String({
      description: 'Part of the number, a name, the e-mail, the phone number or an address; case and accents do not matter.',
    }),
  ),
  address: Type.Optional(Type.String({ description: 'Part of an address; case and accents do not matter.' })),
  order_number: Word,
  name: Type.Optional(Type.String({ description: 'Part of a name; case and accents do not matter.' })),
  product: Type.Optional(Several(Id)),
  location_id: Type.Optional(Several(Id)),
  sku: Words,
  status: Type.Optional(Several(OneOf(ORDER_STATUSES))),
  payment_method: Words,
  currency: Word,
  fulfillment_status: Type.Optional(Several(OneOf([...FULFILLMENT_STATUSES, 'partially_fulfilled']))),
  delivery_status: Type.Optional(Several(OneOf(DELIVERY_STATUSES))),
  payment_status: Type.Optional(Several(OneOf(PAYMENT_STATUSES))),
  subscription_lifecycle: Type.Optional(OneOf(['recurring', 'non-recurring'])),
  date_placed_from: Type.Optional(Day),
  date_placed_to: Type.Optional(Day),
  coupon_code: Words,
  tags: Words,
  offers: Words,
  countries: Words,
  funnels: Words,
  sources: Type.Optional(Several(OneOf(SOURCES))),
  agents: Type.Optional(Several(Email)),
  ...attribution,
  is_disputed: Flag,
  has_outstanding_balance: Flag,
  has_split_fulfillment: Flag,
  is_test: Flag,
})

export type OrderFilters = Static<typeof OrderFilters>
