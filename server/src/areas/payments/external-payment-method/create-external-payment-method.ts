import { many, type Queryable, run, sql } from '../../../platform/sql.ts'
import { slugOf, unusedSlug } from '../../catalogue/index.ts'

export interface NewExternalPaymentMethod {
  name: string
  /** Empty or absent, it comes from the name. */
  code?: string
  instructions?: string
}

/** Makes a way of paying outside the gateways, such as by bank transfer; answers its code. */
export async function createExternalPaymentMethod(
  db: Queryable,
  store_id: number,
  method: NewExternalPaymentMethod,
): Promise<string> {
  const code = method.code || (await unusedCode(db, store_id, method.name))
  await run(
    db,
    sql`
    insert into external_payment_methods (store_id, code, name, instructions)
    values (${store_id}, ${code}, ${method.name}, ${method.instructions ?? ''})`,
  )
  return code
}

async function unusedCode(db: Queryable, store_id: number, name: string): Promise<string> {
  const taken = await many<{ code: string }>(db, sql`select code from external_payment_methods where store_id = ${store_id}`)
  return unusedSlug(slugOf(name, 'payment'), new Set(taken.map(({ code }) => code)))
}
