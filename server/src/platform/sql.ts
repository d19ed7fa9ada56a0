import { createHash } from 'node:crypto'
import pg from 'pg'
import sqlTag, { join, raw, Sql } from 'sql-template-tag'

export { join, raw, Sql, sqlTag as sql }

/** JSON that PostgreSQL built: it goes to the socket as it is, never parsed and printed again. */
export type JsonText = string & { readonly __json: unique symbol }

/** Anything that runs a statement: the pool, a transaction, a snapshot. */
export interface Queryable {
  query(statement: pg.QueryConfig): Promise<pg.QueryResult>
}

const INT8 = 20
const DATE = 1082
const read = pg.types.getTypeParser

/** The parsers of this installation: bigint ids as numbers, dates as their text, everything else as `pg` does. */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : oid === DATE ? String : read(oid, format as 'text')) as typeof read,
}

// PostgreSQL keeps a prepared statement per name and connection for ever, so their number is bounded.
const NAMES_MAX = 600
const names = new Map<string, string>()

function nameOf(text: string): string | undefined {
  let name = names.get(text)
  if (!name && names.size < NAMES_MAX) {
    name = `s_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`
    names.set(text, name)
  }
  return name
}

export const statementCount = { total: 0 }

function execute(db: Queryable, query: Sql): Promise<pg.QueryResult> {
  statementCount.total++
  const text = query.text
  return db.query({ name: nameOf(text), text, values: query.values })
}

/** The one row that must be there; its absence is a bug, not an answer. */
export async function one<Row>(db: Queryable, query: Sql): Promise<Row> {
  const { rows } = await execute(db, query)
  if (rows.length !== 1) throw new Error(`Expected one row, found ${rows.length}: ${query.text.slice(0, 200)}`)
  return rows[0] as Row
}

export async function maybeOne<Row>(db: Queryable, query: Sql): Promise<Row | undefined> {
  const { rows } = await execute(db, query)
  return rows[0] as Row | undefined
}

export async function many<Row>(db: Queryable, query: Sql): Promise<Row[]> {
  const { rows } = await execute(db, query)
  return rows as Row[]
}

/** Runs a statement for its effect and answers how many rows it touched. */
export async function run(db: Queryable, query: Sql): Promise<number> {
  const { rowCount } = await execute(db, query)
  return rowCount ?? 0
}

/** A value for a `jsonb` parameter; `undefined` and `null` become SQL null. */
export function json(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value)
}

/** The wire form of an instant in the store's time zone. */
export function iso(at: Sql, zone: string): Sql {
  return sqlTag`iso(${at}, ${zone})`
}
