import { createHmac } from 'node:crypto'
import type { Store } from '../../../platform/caller.ts'
import { type Cents, decimal } from '../../../platform/money.ts'
import { mergeTags } from '../../customers/index.ts'
import type { PaymentPlan } from '../../payments/index.ts'
import { decimals, reported, taxLines } from '../order/report.ts'
import { displayTaxes } from '../order/tax-lines.ts'
import type { OrderCreate } from './contract.ts'
import { customerOf, type Decided } from './decide.ts'
import type { OrderDraft } from './draft.ts'
import { draftFulfillment } from './draft-fulfillment.ts'
import { draftLines } from './draft-lines.ts'
import { addressRow, attributionRow, offerDiscounts, voucherDiscounts } from './draft-parts.ts'

/** The decided order as the rows that will be written. */
export function draftOrder(body: OrderCreate, decided: Decided, plan: PaymentPlan, store: Store, publicUrl: string): OrderDraft {
  const { known, discounts, priced } = decided
  const canceled = body.status === 'canceled'
  const is_test = plan.kind === 'test_card' || (plan.kind === 'gateway' && plan.is_test)
  const fulfillment = draftFulfillment(body, decided, is_test)
  return {
    order: {
      number: known.number,
      status: body.status ?? 'open',
      source: 'admin_api',
      is_test,
      ...paymentColumns(plan, priced.totals.total_incl_tax),
      ...addressRow(decided),
      ...attributionRow(body),
      metadata: body.metadata ?? null,
      tags: mergeTags(body.tags ?? []),
      currency: known.settings.currency,
      prices_include_tax: decided.terms.basis === 'inclusive',
      report_currency: decided.report.currency,
      report_rate: decided.report.rate,
      ...amountColumns(decided, canceled),
      offer_discounts: canceled ? [] : offerDiscounts(discounts),
      voucher_discounts: canceled ? [] : voucherDiscounts(discounts, store.timezone),
      offer_ids: discounts.applied.map(({ offer_id }) => offer_id),
      voucher_codes: discounts.vouchers.map(({ code }) => code.toUpperCase()),
      status_token: createHmac('sha256', Buffer.from(known.settings.status_key, 'hex'))
        .update(String(known.number))
        .digest('base64url'),
      fulfillment_status: fulfillment.status,
      has_split_fulfillment: fulfillment.is_split,
      location_ids: fulfillment.location_ids,
      product_ids: [...new Set(priced.lines.flatMap(({ variant }) => [variant.id, variant.product_id]))],
      skus: [...new Set(priced.lines.map(({ variant }) => variant.sku).filter(Boolean))],
      date_placed: decided.date_placed.toISOString(),
    },
    lines: draftLines(decided, canceled, fulfillment.is_open, store, publicUrl, body.status === 'archived'),
    fulfillment_orders: fulfillment.fulfillment_orders,
    allocations: fulfillment.allocations,
    offer_uses: discounts.applied.map(({ offer_id, applications, total }) => ({
      offer_id,
      applications,
      amount: decimal(total),
    })),
    voucher_uses: discounts.vouchers.map(({ id, usage }) => ({ voucher_id: id, usage })),
    customer: customerOf(body, decided, is_test),
    send_receipt: body.send_receipt ?? true,
  }
}

/** What the payment leaves on the order; a charge or an authorization adds its own when it has succeeded. */
function paymentColumns(plan: PaymentPlan, total: Cents) {
  const virtual = plan.kind === 'test_card'
  return {
    payment_method: plan.kind === 'external' ? plan.payment_method : virtual || plan.kind === 'gateway' ? 'bankcard' : null,
    can_upsell: virtual || (plan.kind === 'gateway' && plan.can_upsell),
    virtual_paid: decimal(virtual ? total : 0n),
    payment_status: virtual || total === 0n ? 'paid' : 'pending',
  }
}

function amountColumns(decided: Decided, canceled: boolean) {
  const { priced, chosen_shipping, discounts, report, known } = decided
  const { currency } = known.settings
  const { totals, shipping, shipping_rates, taxes } = priced
  const original = {
    original_shipping_excl_tax: shipping.excl,
    original_shipping_incl_tax: shipping.incl,
    original_total_discount: totals.total_discount,
    original_total_excl_tax: totals.total_excl_tax,
    original_total_incl_tax: totals.total_incl_tax,
  }
  const zero = canceled ? 0n : 1n
  const current = {
    shipping_excl_tax: shipping.excl * zero,
    shipping_incl_tax: shipping.incl * zero,
    total_cost: totals.total_cost * zero,
    total_discount: totals.total_discount * zero,
    total_excl_tax: totals.total_excl_tax * zero,
    total_incl_tax: totals.total_incl_tax * zero,
  }
  const shown = canceled ? [] : taxes
  return {
    shipping_code: chosen_shipping.code,
    shipping_method: chosen_shipping.name,
    shipping_price: decimal(chosen_shipping.price * zero),
    shipping_discount: decimal(discounts.shipping_discount * zero),
    shipping_rates,
    shipping_tax: decimal((shipping.incl - shipping.excl) * zero),
    shipping_tax_lines:
      canceled || shipping.incl === 0n ? [] : taxLines('tax_id', shipping_rates, shipping.taxes, currency, report),
    tax_lines: taxLines(
      'id',
      shown,
      shown.map(({ amount }) => amount),
      currency,
      report,
    ),
    display_taxes: displayTaxes(shown),
    total_tax: decimal(totals.total_tax * zero),
    // What the payment makes of it is written when there is one.
    total_outstanding: decimal(current.total_incl_tax),
    report_values: reported({ ...original, ...current }, report),
    ...decimals({ ...original, ...current }),
  } as Record<string, unknown> & { total_incl_tax: string }
}
