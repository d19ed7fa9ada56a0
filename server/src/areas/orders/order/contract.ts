import { Type } from 'typebox'
import { Id, Money, Nullable, NullableText, OneOf, Text } from '../../../platform/schema.ts'
import { OrderTaxLine, Property, TaxLine } from '../../catalogue/tax/contract.ts'
import { BillingAddress, ShippingAddress } from '../../customers/customer/address-contract.ts'
import { UserSummary } from '../../customers/customer/contract.ts'
import { Fulfillment } from '../../fulfillment/fulfillment/contract.ts'
import { Transaction } from '../../payments/transaction/contract.ts'
import { Refund } from '../refund/contract.ts'

export const ORDER_STATUSES = ['open', 'archived', 'canceled'] as const
export const FULFILLMENT_STATUSES = [
  'not_required',
  'unfulfilled',
  'on_hold',
  'rejected',
  'processing',
  'fulfilled',
  'incomplete',
] as const
export const PAYMENT_STATUSES = [
  'pending',
  'authorized',
  'expiring',
  'expired',
  'paid',
  'voided',
  'refunded',
  'partially_paid',
  'partially_refunded',
  'partially_voided',
] as const
export const SOURCES = ['admin_api', 'checkout', 'dashboard', 'subscription'] as const

/** An order is named by its number: digits without leading zeros. */
export const OrderNumber = Type.Unsafe<number>({ type: 'string', pattern: '^[1-9]\\d*$', 'x-integer': true })
export const OrderPath = Type.Object({ number: OrderNumber })

export const ATTRIBUTION_TEXTS = [
  'affiliate',
  'funnel',
  'gclid',
  'subaffiliate1',
  'subaffiliate2',
  'subaffiliate3',
  'subaffiliate4',
  'subaffiliate5',
  'utm_campaign',
  'utm_content',
  'utm_medium',
  'utm_source',
  'utm_term',
] as const
type AttributionText = (typeof ATTRIBUTION_TEXTS)[number]

const each = <S>(schema: S) => Object.fromEntries(ATTRIBUTION_TEXTS.map(name => [name, schema])) as Record<AttributionText, S>

/** Where a customer came from. */
export const Attribution = Type.Object(
  {
    agent: Nullable(Type.Object({ id: Id, email: NullableText, first_name: Type.String(), last_name: Type.String() })),
    ...each(NullableText),
    metadata: Type.Unknown(),
  },
  { title: 'Attribution' },
)

export const AttributionInput = Type.Object(
  {
    agent: Type.Optional(Nullable(Type.Integer({ description: 'Id of a dashboard user.' }))),
    ...each(Type.Optional(Nullable(Text(500)))),
    metadata: Type.Optional(Type.Unknown({ 'x-free-form': true })),
  },
  { title: 'AttributionInput' },
)

const lineAmounts = {
  original_price_excl_tax: Money,
  original_price_incl_tax: Money,
  original_total_discount: Money,
  price_excl_tax: Money,
  price_incl_tax: Money,
  total_cost: Money,
  total_discount: Money,
  unit_cost: Money,
}

export const OrderLine = Type.Object(
  {
    id: Id,
    created_at: Type.String(),
    updated_at: Type.String(),
    currency: Type.String(),
    current_quantity: Type.Integer(),
    editable_quantity: Type.Integer(),
    fulfillable_quantity: Type.Integer(),
    quantity: Type.Integer(),
    is_gift_card: Type.Boolean(),
    is_upsell: Type.Boolean(),
    requires_shipping: Type.Boolean(),
    metadata: Type.Unknown(),
    ...lineAmounts,
    product_id: Id,
    variant_id: Id,
    product_image: Type.String(),
    product_url: Type.String(),
    product_title: Type.String(),
    variant_title: Type.String(),
    sku: Type.String(),
    tax_lines: Type.Array(TaxLine),
    report_values: Type.Object({ currency: Type.String(), ...lineAmounts }),
    properties: Type.Array(Property),
  },
  { title: 'OrderLine' },
)

const reportedTotals = {
  original_shipping_excl_tax: Money,
  original_shipping_incl_tax: Money,
  original_total_discount: Money,
  original_total_excl_tax: Money,
  original_total_incl_tax: Money,
  shipping_excl_tax: Money,
  shipping_incl_tax: Money,
  total_cost: Money,
  total_discount: Money,
  total_excl_tax: Money,
  total_incl_tax: Money,
}

/** What lists show of an order. */
export const OrderListItem = Type.Object(
  {
    number: Type.String(),
    created_at: Type.String(),
    updated_at: Type.String(),
    date_placed: Type.String(),
    currency: Type.String(),
    display_taxes: Type.String({ description: 'Names of the taxes, joined with ", ".' }),
    fulfillment_status: OneOf(FULFILLMENT_STATUSES),
    payment_status: OneOf(PAYMENT_STATUSES),
    status: OneOf(ORDER_STATUSES),
    is_test: Type.Boolean(),
    metadata: Type.Unknown(),
    source: OneOf(SOURCES),
    order_status_url: Type.String({ format: 'uri' }),
    shipping_code: Type.String(),
    shipping_method: Type.String(),
    shipping_tax: Money,
    total_outstanding: Money,
    total_tax: Money,
    ...reportedTotals,
    user: Nullable(UserSummary),
  },
  { title: 'OrderListItem' },
)

const discount = { amount: Money, description: Type.String(), name: Type.String() }

export const Order = Type.Object(
  {
    ...OrderListItem.properties,
    attribution: Attribution,
    billing_address: Nullable(BillingAddress),
    shipping_address: Nullable(ShippingAddress),
    fulfillments: Type.Array(Fulfillment),
    lines: Type.Array(OrderLine),
    refunds: Type.Array(Refund),
    transactions: Type.Array(Transaction),
    tags: Type.Array(Type.String()),
    subscription_lifecycle: OneOf(['recurring', 'non-recurring']),
    subscriptions: Type.Array(Type.Object({ billing_cycle: Type.Integer(), id: Id })),
    supports_post_purchase_upsells: Type.Boolean(),
    offer_discounts: Type.Array(Type.Object(discount)),
    voucher_discounts: Type.Array(
      Type.Object({
        ...discount,
        voucher: Type.Object({
          code: Type.String(),
          name: Type.String(),
          start_datetime: Type.String(),
          end_datetime: NullableText,
        }),
      }),
    ),
    shipping_tax_lines: Type.Array(TaxLine),
    tax_lines: Type.Array(OrderTaxLine),
    report_values: Type.Object({ currency: Type.String(), ...reportedTotals }),
  },
  { title: 'Order' },
)
