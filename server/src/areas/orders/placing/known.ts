import type { Benefit, Condition } from '../../catalogue/offer/rules.ts'
import type { TaxRegion } from '../../catalogue/tax/rules.ts'
import type { Address } from '../../customers/index.ts'

/** What the shop knows at the moment an order is placed. Amounts are decimal texts. */
export interface Known {
  number: number
  settings: KnownSettings
  customer: KnownCustomer | null
  is_blocked: boolean
  agent: { id: number } | null
  variants: KnownVariant[]
  tax_regions: TaxRegion[]
  shipping_methods: {
    id: number
    code: string
    name: string
    is_public: boolean
    countries: string[]
    prices: { currency: string; price: string }[]
  }[]
  locations: KnownLocation[]
  offers: KnownOffer[]
  vouchers: KnownVoucher[]
  definitions: { object: string; key: string; type: string; validations: { type: string; value: string }[] }[]
}

export interface KnownSettings {
  currency: string
  first_currency: string
  reporting_currency: string
  /** Null when the currency is not one of the store's. */
  prices_include_tax: boolean | null
  charge_tax_on_digital: boolean
  cart_max_item_quantity: number | null
  cart_coupon_limit: number
  prevent_duplicate_orders: boolean
  status_key: string
  report_rate: string | null
  first_currency_rate: string | null
}

export interface KnownAddress extends Address {
  id: number
  is_default_for_shipping: boolean
  is_default_for_billing: boolean
}

export interface KnownCustomer {
  id: number
  user_type: string
  email: string | null
  first_name: string
  last_name: string
  phone_number: string | null
  language: string | null
  accepts_marketing: boolean
  ip: string | null
  user_agent: string | null
  is_blocked: boolean
  tags: string[]
  metadata: unknown
  addresses: KnownAddress[]
}

export interface KnownVariant {
  id: number
  /** The id in the request that named it: its own, or its product's. */
  asked_id: number
  product_id: number
  title: string
  sku: string
  product_title: string
  slug: string
  track_stock: boolean
  allow_backorders: boolean
  requires_shipping: boolean
  unit_cost: string
  charge_tax: boolean
  is_discountable: boolean
  is_gift_card: boolean
  enable_subscription: boolean
  price: string | null
  subscription_price: string | null
  category_ids: number[]
  image: string | null
  stock: { stock_record_id: number; location_id: number; net: number }[]
}

export interface KnownLocation {
  id: number
  country: string
  state: string
  postcode: string
  address: Record<string, string>
  allowed_destination_countries: string[]
  is_default: boolean
}

export interface KnownOffer {
  id: number
  kind: 'site' | 'voucher'
  name: string
  description: string
  currency: string
  priority: number
  exclusive: boolean
  status: string
  start_at: string
  end_at: string | null
  max_cart_applications: number | null
  max_user_applications: number | null
  max_global_applications: number | null
  max_total_discount: string | null
  used_applications: number
  used_discount: string
  only_subscription: boolean
  condition: Condition
  benefit: Benefit
  combinations: number[]
  used_by_customer: number
}

export interface KnownVoucher {
  id: number
  name: string
  code: string
  usage: 'single_use' | 'multi_use' | 'once_per_customer'
  num_orders: number
  start_datetime: string
  end_datetime: string | null
  offer_ids: number[]
  used_by_customer: boolean
}
