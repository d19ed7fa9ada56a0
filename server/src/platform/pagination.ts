import { Type } from 'typebox'
import { ApiError, invalidField } from './errors.ts'
import type { Links } from './operation.ts'
import { type JsonText, many, type Queryable, type Sql, sql } from './sql.ts'

export const PageQuery = {
  cursor: Type.Optional(Type.String({ description: 'The pagination cursor value, as `next` and `previous` carry it.' })),
  page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'Rows a page; 50 unless given.' })),
}

interface Cursor {
  position: number
  backward: boolean
}

/** `p=<position>` (forward) or `r=1&p=<position>` (backward) in base64; anything else is 400 `invalid_cursor`. */
export function readCursor(cursor: string | undefined): Cursor | null {
  if (!cursor) return null
  const text = cursor.length <= 512 ? Buffer.from(cursor, 'base64').toString('latin1') : ''
  const found = /^(r=1&)?p=(-?\d{1,19})$/.exec(text)
  const position = Number(found?.[2])
  if (!found || !Number.isSafeInteger(position)) throw invalidCursor()
  return { position, backward: found[1] !== undefined }
}

export function writeCursor({ position, backward }: Cursor): string {
  return Buffer.from(`${backward ? 'r=1&' : ''}p=${position}`).toString('base64')
}

function invalidCursor(): ApiError {
  const { errors } = invalidField('cursor', 'invalid', 'Must be a cursor from `next` or `previous`.', 'query')
  return new ApiError(400, 'invalid_cursor', 'The cursor is not valid.', errors)
}

interface Asking {
  cursor?: string
  page_size?: number
}

/**
 * One page, newest first: `select` gets the condition and the order over `key`, and must yield `position` (the key) and `json`
 * (the item's text). One row more than the page tells whether there is another.
 */
export async function page(
  db: Queryable,
  links: Links,
  asking: Asking,
  key: Sql,
  select: (within: Sql, ordered: Sql) => Sql,
): Promise<JsonText> {
  const cursor = readCursor(asking.cursor)
  const size = asking.page_size ?? links.page_size
  const backward = cursor?.backward ?? false
  const within = cursor ? (backward ? sql`${key} > ${cursor.position}` : sql`${key} < ${cursor.position}`) : sql`true`
  const ordered = backward ? sql`order by ${key} asc limit ${size + 1}` : sql`order by ${key} desc limit ${size + 1}`

  const rows = await many<{ position: number; json: string }>(db, select(within, ordered))
  const more = rows.length > size
  if (more) rows.length = size
  if (backward) rows.reverse()

  const first = rows[0]?.position
  const last = rows.at(-1)?.position
  const hasNext = backward ? rows.length > 0 : more
  const hasPrevious = backward ? more : cursor !== null && rows.length > 0
  const link = (position: number, back: boolean) =>
    JSON.stringify(links.page({ cursor: writeCursor({ position, backward: back }) }))
  const next = hasNext ? link(last!, false) : 'null'
  const previous = hasPrevious ? link(first!, true) : 'null'
  return `{"next":${next},"previous":${previous},"results":[${rows.map(row => row.json).join(',')}]}` as JsonText
}
