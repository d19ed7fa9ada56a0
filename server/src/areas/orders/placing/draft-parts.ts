import { decimal, sum } from '../../../platform/money.ts'
import { isoText } from '../../../platform/time.ts'
import { ATTRIBUTION_TEXTS } from '../order/contract.ts'
import type { OrderCreate } from './contract.ts'
import type { Decided } from './decide.ts'
import type { Discounts } from './discounts.ts'

/** The addresses as the order keeps them; their ids are given when they are written. */
export function addressRow({ addresses }: Decided) {
  const { notes: _, ...billing } = addresses.billing ?? { notes: '' }
  return { shipping_address: addresses.shipping, billing_address: addresses.billing && billing }
}

export function attributionRow({ attribution }: OrderCreate) {
  const kept: Record<string, unknown> = {}
  for (const name of ATTRIBUTION_TEXTS) if (attribution?.[name]) kept[name] = attribution[name]
  if (attribution?.metadata !== undefined && attribution.metadata !== null) kept.metadata = attribution.metadata
  return { attribution: kept, agent_id: attribution?.agent ?? null }
}

/** One entry for each offer that the order named and that gave something. */
export function offerDiscounts({ applied, offers }: Discounts) {
  return applied
    .filter(({ voucher_id }) => voucher_id === null)
    .map(({ offer_id, total }) => ({
      amount: decimal(total),
      description: offers.get(offer_id)!.description,
      name: offers.get(offer_id)!.name,
    }))
}

/** One entry for each voucher, the sum of what its offers gave. */
export function voucherDiscounts({ applied, offers, vouchers }: Discounts, zone: string) {
  return vouchers.flatMap(voucher => {
    const given = applied.filter(({ voucher_id }) => voucher_id === voucher.id)
    if (given.length === 0) return []
    const first = offers.get(Math.min(...voucher.offer_ids.filter(id => offers.has(id))))!
    return [
      {
        amount: decimal(sum(given.map(({ total }) => total))),
        description: first.description,
        name: first.name,
        voucher: {
          code: voucher.code,
          name: voucher.name,
          start_datetime: isoText(new Date(voucher.start_datetime), zone),
          end_datetime: voucher.end_datetime && isoText(new Date(voucher.end_datetime), zone),
        },
      },
    ]
  })
}
