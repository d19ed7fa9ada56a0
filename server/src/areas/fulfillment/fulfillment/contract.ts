import { Type } from 'typebox'
import { Id, Money, Nullable, NullableText, OneOf } from '../../../platform/schema.ts'
import { Property, TaxLine } from '../../catalogue/tax/contract.ts'

export const CARRIERS = [
  '4px',
  'amazon',
  'asendia',
  'australia_post',
  'china_post',
  'deutsche_de',
  'dhl',
  'dhl_ecommerce',
  'fedex',
  'firstmile',
  'gofo_express',
  'hermesworld_uk',
  'myhermes',
  'ontrac',
  'other',
  'royal_mail',
  'speedx',
  'swiss_post',
  'ulala',
  'uniuni',
  'ups',
  'usps',
  'yunexpress',
] as const

export const DELIVERY_STATUSES = [
  'attempted_delivery',
  'delayed',
  'delivered',
  'failed_delivery',
  'in_transit',
  'out_for_delivery',
  'tracking_added',
] as const

/** The address of a location, as fulfillments copy it. */
export const LocationAddress = Type.Object(
  {
    country: Type.String(),
    line1: Type.String(),
    line2: Type.String(),
    line3: Type.String(),
    line4: Type.String(),
    phone_number: Type.String(),
    postcode: Type.String(),
    state: Type.String(),
  },
  { title: 'LocationAddress' },
)

export const FulfillmentLine = Type.Object(
  {
    id: Id,
    order_line_id: Id,
    product_id: Id,
    currency: Type.String(),
    fulfillment_service: Type.String(),
    product_title: Type.String(),
    sku: Type.String(),
    fulfilled_quantity: Type.String(),
    returnable_quantity: Type.String(),
    returned_quantity: Type.String(),
    quantity: Type.Integer(),
    price_excl_tax: Money,
    price_incl_tax: Money,
    total_discount: Money,
    product_image: Type.String(),
    requires_shipping: Type.Boolean(),
    tax_lines: Type.Array(TaxLine),
    properties: Type.Array(Property),
  },
  { title: 'FulfillmentLine' },
)

/** A shipment of an order. */
export const Fulfillment = Type.Object(
  {
    id: Id,
    location_id: Id,
    order_number: Type.String(),
    created_at: Type.String(),
    delivered_at: NullableText,
    last_event_date: NullableText,
    processing_at: NullableText,
    delivery_status: Nullable(OneOf(DELIVERY_STATUSES)),
    requires_shipping: Type.Boolean(),
    shipping_method: Type.String(),
    status: OneOf(['success', 'canceled']),
    tracking_carrier: Type.String(),
    tracking_carriers: Type.String(),
    tracking_code: Type.String(),
    tracking_codes: Type.String(),
    tracking_link: Type.String(),
    tracking_links: Type.String(),
    origin_address: LocationAddress,
    line_items: Type.Array(FulfillmentLine),
  },
  { title: 'Fulfillment' },
)
