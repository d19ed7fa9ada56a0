import { randomBytes } from 'node:crypto'
import { one, type Queryable, sql } from '../../../platform/sql.ts'
import { hashOf, newToken } from './token.ts'

/** Makes a token of a store app, and the app by its name if there is none. The plain token exists only in this answer. */
export async function createToken(
  db: Queryable,
  store_id: number,
  name: string,
  scopes: readonly string[],
  rate_limit_per_second: number | null = null,
): Promise<string> {
  const token = newToken()
  await one(
    db,
    sql`
    with app as (
      insert into apps (store_id, client_id, name) values (${store_id}, ${randomBytes(20).toString('hex')}, ${name})
      on conflict (store_id, name) do update set disabled_at = null returning id)
    insert into access_tokens (store_id, app_id, hash, prefix, last_four, scopes, rate_limit_per_second)
    select ${store_id}, id, ${hashOf(token)}, ${token.slice(0, 8)}, ${token.slice(-4)}, ${[...scopes]}::text[], ${rate_limit_per_second}::integer
    from app returning id`,
  )
  return token
}
