import { many, type Queryable, raw, run, sql } from '../../../platform/sql.ts'
import { slugOf } from './slug.ts'

const KINDS = {
  products: { table: raw('products'), live: raw('deleted_at is null'), otherwise: 'product' },
  categories: { table: raw('categories'), live: raw('true'), otherwise: 'category' },
}

/**
 * One slug per title, different from each other and from all that the store has. They stay unused until the end of the transaction:
 * whoever else asks for slugs of the store waits.
 */
export async function unusedSlugs(
  db: Queryable,
  store_id: number,
  kind: keyof typeof KINDS,
  titles: readonly string[],
): Promise<string[]> {
  const { table, live, otherwise } = KINDS[kind]
  const stems = titles.map(title => slugOf(title, otherwise))
  await run(db, sql`select pg_advisory_xact_lock(hashtextextended(${`slugs of ${kind}`}, ${store_id}))`)
  // Counting instead of `not exists` keeps every question a look into the index, however many slugs there are.
  const found = await many<{ stem: string; unused: string[] }>(
    db,
    sql`
    select s.stem, array(
      select candidate.slug
      from (select case n when 1 then s.stem else s.stem || '-' || n end as slug
            from (select generate_series(1, 1000000) as n) as numbers) as candidate
      where (select count(*) from ${table} where store_id = ${store_id} and slug = candidate.slug and ${live}) = 0
      limit s.wanted) as unused
    from jsonb_to_recordset(${JSON.stringify(wantedOf(stems))}::jsonb) as s (stem text, wanted integer)`,
  )
  const unusedOf = new Map(found.map(({ stem, unused }) => [stem, unused]))
  const given = new Set<string>()
  return stems.map(stem => {
    const slug = unusedOf.get(stem)!.find(candidate => !given.has(candidate))!
    given.add(slug)
    return slug
  })
}

/** How many unused slugs each stem needs at most: `shirt-2` may be the number two of `shirt`, and the other way round. */
function wantedOf(stems: readonly string[]): { stem: string; wanted: number }[] {
  const wanted = new Map<string, number>()
  for (const stem of stems) {
    wanted.set(stem, (wanted.get(stem) ?? 0) + 1)
    const shorter = numbered.exec(stem)?.[1]
    if (shorter) wanted.set(shorter, (wanted.get(shorter) ?? 0) + 1)
  }
  return [...new Set(stems)].map(stem => ({ stem, wanted: wanted.get(stem)! + (numbered.test(stem) ? 1 : 0) }))
}

const numbered = /^(.+)-\d+$/
