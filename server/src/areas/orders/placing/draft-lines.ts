import type { Store } from '../../../platform/caller.ts'
import { cents, decimal } from '../../../platform/money.ts'
import { decimals, reported, taxLines } from '../order/report.ts'
import type { Decided } from './decide.ts'
import type { OrderDraft } from './draft.ts'
import type { KnownVariant } from './known.ts'
import type { PricedLine } from './price.ts'

/** The lines as rows. What the product is called and looks like is copied: history does not change with the catalogue. */
export function draftLines(
  decided: Decided,
  canceled: boolean,
  editable: boolean,
  store: Store,
  publicUrl: string,
  shipped: boolean,
): OrderDraft['lines'] {
  return decided.priced.lines.map((line, position) => ({
    position,
    ...identity(line.variant, store, publicUrl),
    currency: decided.known.settings.currency,
    quantity: line.quantity,
    removed_quantity: canceled ? line.quantity : 0,
    fulfilled_quantity: shipped ? line.quantity : 0,
    editable_quantity: editable ? line.quantity : 0,
    unit_price: decimal(line.unit_price),
    placed_quantity: line.quantity,
    placed_discount: decimal(line.priced.placed_discount),
    placed_discounts: line.shares.map(share => ({ ...share, amount: decimal(share.amount) })),
    rates: line.priced.rates,
    ...amounts(line, decided, canceled),
    is_upsell: line.is_upsell,
    is_gift_card: line.variant.is_gift_card,
    requires_shipping: line.variant.requires_shipping,
    tracked: line.variant.track_stock,
    subscription: line.subscription,
    properties: line.properties,
    metadata: line.metadata,
  }))
}

function identity(variant: KnownVariant, store: Store, publicUrl: string) {
  const { image } = variant
  return {
    product_id: variant.product_id,
    variant_id: variant.id,
    product_title: variant.product_title,
    variant_title: variant.title,
    sku: variant.sku,
    product_image: image === null ? '' : /^https?:/.test(image) ? image : `${publicUrl}/files/${image}`,
    product_url: `https://${store.primary_domain}/products/${variant.slug}-${variant.product_id}/`,
  }
}

function amounts(
  { amounts: { discount, excl, incl, taxes }, variant, total_cost, priced }: PricedLine,
  { report, known }: Decided,
  canceled: boolean,
) {
  const zero = canceled ? 0n : 1n
  const columns = {
    original_price_excl_tax: excl,
    original_price_incl_tax: incl,
    original_total_discount: discount,
    price_excl_tax: excl * zero,
    price_incl_tax: incl * zero,
    total_cost: total_cost * zero,
    total_discount: discount * zero,
    unit_cost: cents(variant.unit_cost),
  }
  return {
    ...decimals(columns),
    report_values: reported(columns, report),
    tax_lines: canceled ? [] : taxLines('tax_id', priced.rates, taxes, known.settings.currency, report),
  }
}
