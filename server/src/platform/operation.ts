import type { Static, TObject, TSchema } from 'typebox'
import type { Actor, Store } from './caller.ts'
import type { Transact, Transaction } from './database.ts'
import type { Scopes } from './scopes.ts'
import type { JsonText, Queryable } from './sql.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What an operation answers: text that PostgreSQL built, a value to print, or either with more to say about it. */
export type Answer = JsonText | Reply | null
export interface Reply {
  body: JsonText | object | null
  /** Overrides the operation's own success code. */
  status?: number
  /** Version of the object, which becomes its `ETag`. */
  version?: number
}

export interface Asked {
  store: Store
  actor: Actor
  /** The app of the token; null for nobody's. */
  app_id: number
  scopes: ReadonlySet<string>
  now: Date
  request_id: string
  /** Where this request was made, without path or query: links to other pages repeat its prefix. */
  links: Links
  /** Version named by `If-Match`; null when there is none. */
  if_match: number | null
  /** Keys that the body holds, for updates that change only what is sent. */
  sent: ReadonlySet<string>
}

export interface Links {
  /** Absolute URL of the request's path with other query parameters. */
  page(parameters: Record<string, string>): string
  public_url: string
  page_size: number
}

type Input<Params, Query, Body> = {
  params: Params
  query: Query
  body: Body
}

interface Described<P extends TObject, Q extends TObject, B extends TSchema> {
  /** The name that generated clients give to the call. */
  id: string
  summary: string
  description?: string
  path: string
  scopes: Scopes
  params?: P
  query?: Q
  body?: B
  response: TSchema
  /** Success code; 200 unless said otherwise. */
  status?: number
}

type StaticOr<S extends TSchema | undefined> = S extends TSchema ? Static<S> : Record<string, never>

/** A read: one statement, or several that see one moment through `snapshot`. */
export type Read<P extends TObject, Q extends TObject> = Described<P, Q, TSchema> & {
  method: 'GET'
  handle(asked: Asked & Input<StaticOr<P>, StaticOr<Q>, never> & { db: Queryable }): Promise<Answer>
}

/** A write: `db` is the request's transaction. */
export type Write<P extends TObject, Q extends TObject, B extends TSchema> = Described<P, Q, B> & {
  method: Exclude<Method, 'GET'>
  handle(asked: Asked & Input<StaticOr<P>, StaticOr<Q>, StaticOr<B>> & { db: Transaction }): Promise<Answer>
}

/** A write that talks to the outside between its transactions, and therefore opens them itself. */
export type OutsideWrite<P extends TObject, Q extends TObject, B extends TSchema> = Described<P, Q, B> & {
  method: Exclude<Method, 'GET'>
  outside: true
  handle(
    asked: Asked &
      Input<StaticOr<P>, StaticOr<Q>, StaticOr<B>> & { transact: Transact; db: Queryable; idempotency: IdempotencyClaim | null },
  ): Promise<Answer>
}

/** The claim on an idempotency key, for work whose outcome becomes known only later. */
export interface IdempotencyClaim {
  store_id: number
  owner: string
  request: string
  key: string
}

/** An operation as the list holds it: the router, the documents, the command line and the tests all read this. */
export interface Operation {
  id: string
  summary: string
  description?: string
  method: Method
  path: string
  scopes: Scopes
  params?: TObject
  query?: TObject
  body?: TSchema
  response: TSchema
  status?: number
  outside?: boolean
  // Its input has been checked against the schemas above when it is called.
  handle(asked: never): Promise<Answer>
}

export function read<P extends TObject, Q extends TObject>(definition: Read<P, Q>): Read<P, Q> & Operation {
  return definition
}

export function write<P extends TObject, Q extends TObject, B extends TSchema>(
  definition: Write<P, Q, B>,
): Write<P, Q, B> & Operation {
  return definition
}

export function outsideWrite<P extends TObject, Q extends TObject, B extends TSchema>(
  definition: Omit<OutsideWrite<P, Q, B>, 'outside'>,
): OutsideWrite<P, Q, B> & Operation {
  return { ...definition, outside: true }
}
