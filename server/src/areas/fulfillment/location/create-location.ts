import type { Static } from 'typebox'
import { one, type Queryable, sql } from '../../../platform/sql.ts'
import type { LocationAddress } from '../fulfillment/contract.ts'

type Address = Static<typeof LocationAddress>

export interface NewLocation {
  name: string
  /** `line4` is the city; what is left out is empty. */
  address: Pick<Address, 'country' | 'line1' | 'line4'> & Partial<Address>
  accept_return?: boolean
  callback_url?: string | null
  /** Empty ships everywhere; named countries are preferred. */
  allowed_destination_countries?: readonly string[]
  app_id?: number | null
}

const NOWHERE: Address = { country: '', line1: '', line2: '', line3: '', line4: '', phone_number: '', postcode: '', state: '' }

/** Makes a location; the first of the store becomes its default. */
export async function createLocation(db: Queryable, store_id: number, location: NewLocation): Promise<number> {
  const { name, accept_return = false, callback_url = null, allowed_destination_countries = [], app_id = null } = location
  const { id } = await one<{ id: number }>(
    db,
    sql`
    insert into locations (store_id, name, address, accept_return, callback_url, allowed_destination_countries, app_id, is_default)
    values (${store_id}, ${name}, ${JSON.stringify({ ...NOWHERE, ...location.address })}::jsonb, ${accept_return}, ${callback_url},
      ${[...allowed_destination_countries]}::text[], ${app_id},
      not exists (select from locations where store_id = ${store_id} and is_default))
    returning id`,
  )
  return id
}
