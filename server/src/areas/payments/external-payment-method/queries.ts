import { maybeOne, type Queryable, sql } from '../../../platform/sql.ts'

/** Whether the store takes payments outside the gateways by this code. */
export async function externalMethodExists(db: Queryable, store: { id: number }, code: string): Promise<boolean> {
  const found = await maybeOne(db, sql`select from external_payment_methods where store_id = ${store.id} and code = ${code}`)
  return found !== undefined
}
