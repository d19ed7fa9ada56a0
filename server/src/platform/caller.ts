/** The tenant of a request: the store that the token belongs to. */
export interface Store {
  id: number
  /** First label of its network domain; names it towards apps and in webhooks. */
  label: string
  timezone: string
  primary_domain: string
}

/** Who did something, as events and notes remember it. */
export interface Actor {
  kind: 'app' | 'user' | 'system'
  id: number | null
  name: string
}

/** A valid token and what it may do. */
export interface Caller {
  store: Store
  actor: Actor
  token_id: number
  app_id: number
  scopes: ReadonlySet<string>
  rate_limit_per_second: number | null
}

/** Finds the caller of a bearer token. */
export type Authenticate = (token: string) => Promise<Caller | undefined>
