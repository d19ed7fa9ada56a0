import { saveCustomer } from '../../areas/customers/index.ts'
import type { Store } from '../../platform/caller.ts'
import type { Transaction } from '../../platform/database.ts'
import { findReferences, named, saveReferences } from '../references.ts'

/** The customers of these numbers; a number that is new becomes a customer of whom nothing else is known. */
export async function customersOf(db: Transaction, store: Store, numbers: readonly string[]): Promise<Map<string, number>> {
  const known = await findReferences(db, store.id, 'customer', numbers)
  const customers = new Map([...known].map(([number, { object_id }]) => [number, object_id!]))
  const made = []
  for (const number of numbers) {
    if (customers.has(number)) continue
    const values = { metadata: { customer_id: number } }
    const id = await saveCustomer(db, store, { id: null, email: null, values, addresses: [], becomes_customer: true })
    customers.set(number, id)
    made.push(named('customer', number, id))
  }
  await saveReferences(db, store.id, made)
  return customers
}
