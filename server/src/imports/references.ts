import { json, many, type Queryable, run, sql } from '../platform/sql.ts'

type Kind = 'product' | 'customer' | 'invoice' | 'discount'

/** What a part of a file has become. */
export interface Reference {
  kind: Kind
  /** How the file calls it. */
  reference: string
  object_id: number | null
  first_row: number
  row_count: number
  fingerprint: string
  imported_rows: number
  /** Exact, as text. */
  imported_amount: string
  left_out: { at: number; reason: string }[]
}

/** What is remembered of these names, by name. */
export async function findReferences(
  db: Queryable,
  store_id: number,
  kind: Kind,
  names: readonly string[],
): Promise<Map<string, Reference>> {
  if (names.length === 0) return new Map()
  const rows = await many<Reference>(
    db,
    sql`
    select kind, reference, object_id, first_row, row_count, fingerprint, imported_rows, imported_amount::text, left_out
    from import_references where store_id = ${store_id} and kind = ${kind} and reference = any (${[...names]}::text[])`,
  )
  return new Map(rows.map(row => [row.reference, row]))
}

/** Remembers what was imported, in the transaction that imports it. */
export async function saveReferences(db: Queryable, store_id: number, references: readonly Reference[]): Promise<void> {
  if (references.length === 0) return
  await run(
    db,
    sql`
    insert into import_references (store_id, kind, reference, object_id, first_row, row_count, fingerprint, imported_rows, imported_amount, left_out)
    select ${store_id}, kind, reference, object_id, first_row, row_count, fingerprint, imported_rows, imported_amount, left_out
    from jsonb_to_recordset(${json(references)}::jsonb) as r (kind text, reference text, object_id bigint, first_row integer, row_count integer,
      fingerprint text, imported_rows integer, imported_amount numeric, left_out jsonb)`,
  )
}

/** A reference that only names what it has become. */
export const named = (kind: Kind, reference: string, object_id: number): Reference => ({
  ...{ kind, reference, object_id, first_row: 0, row_count: 0 },
  ...{ fingerprint: '', imported_rows: 0, imported_amount: '0', left_out: [] },
})
