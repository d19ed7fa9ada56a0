import type { CustomerDraft } from '../../customers/index.ts'

/** A decided order as plain JSON: what will be written once it may be. Amounts are decimal texts, instants ISO texts. */
export interface OrderDraft {
  order: Record<string, unknown> & {
    number: number
    currency: string
    total_incl_tax: string
    report_currency: string
    report_rate: string
  }
  lines: (Record<string, unknown> & { position: number })[]
  fulfillment_orders: FulfillmentOrderDraft[]
  /** Stock that the order holds. */
  allocations: { stock_record_id: number; quantity: number; allow_backorders: boolean }[]
  offer_uses: { offer_id: number; applications: number; amount: string }[]
  voucher_uses: { voucher_id: number; usage: string }[]
  customer: CustomerDraft | null
  send_receipt: boolean
}

export interface FulfillmentOrderDraft {
  location_id: number
  requires_shipping: boolean
  status: 'open' | 'not_required' | 'closed'
  lines: { position: number; quantity: number; stock_record_id: number | null; tracked: boolean }[]
}
