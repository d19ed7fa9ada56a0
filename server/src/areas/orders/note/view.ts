import { iso, type Sql, sql } from '../../../platform/sql.ts'

/** The notes that meet a condition on `n`, one text a note; `position` is its id. */
export function notesView(condition: Sql, zone: string): Sql {
  return sql`
  select n.id as position, json_build_object(
    'id', n.id,
    'app', case when app.id is null then null else json_build_object('client_id', app.client_id, 'name', app.name) end,
    'author', case when a.id is null then null else json_build_object(
      'id', a.id, 'email', a.email, 'first_name', a.first_name, 'last_name', a.last_name) end,
    'date_created', ${iso(sql`n.created_at`, zone)},
    'date_updated', ${iso(sql`n.updated_at`, zone)},
    'message', n.message)::text as json
  from order_notes n
  left join apps app on app.store_id = n.store_id and app.id = n.app_id
  left join customers a on a.store_id = n.store_id and a.id = n.author_id
  where ${condition}`
}
