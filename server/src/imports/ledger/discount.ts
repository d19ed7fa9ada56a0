import { createOffers } from '../../areas/catalogue/index.ts'
import type { Store } from '../../platform/caller.ts'
import type { Transaction } from '../../platform/database.ts'
import { findReferences, named, saveReferences } from '../references.ts'

/** The offer that stands for discounts given elsewhere. It is suspended: nobody gets anything from it any more. */
export async function ensureDiscount(db: Transaction, store: Store, currency: string): Promise<number> {
  const known = (await findReferences(db, store.id, 'discount', [currency])).get(currency)
  if (known) return known.object_id!
  const [id] = await createOffers(db, store.id, [
    {
      name: 'Discount',
      description: 'Discounts of imported orders.',
      kind: 'site',
      currency,
      condition: { type: 'count_gte', value: '1' },
      benefit: { type: 'absolute', value: '0.01' },
      status: 'suspended',
    },
  ])
  await saveReferences(db, store.id, [named('discount', currency, id!)])
  return id!
}
