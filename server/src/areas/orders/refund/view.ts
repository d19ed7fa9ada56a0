import { iso, type Sql, sql } from '../../../platform/sql.ts'
import { transactionsView } from '../../payments/transaction/view.ts'

/** The refunds that meet a condition on `r`, as a JSON array, oldest first. */
export function refundsView(condition: Sql, zone: string): Sql {
  return sql`coalesce((
    select json_agg(json_build_object(
      'id', r.id,
      'user_id', r.user_id,
      'created_at', ${iso(sql`r.created_at`, zone)},
      'note', r.note,
      'order_number', r.order_number::text,
      'total_refund_amount', r.total_refund_amount::text,
      'total_return_excl_tax', r.total_return_excl_tax::text,
      'total_return_incl_tax', r.total_return_incl_tax::text,
      'report_values', r.report_values,
      'adjustments', coalesce((
        select json_agg(json_build_object('id', a.id, 'type', a.type, 'amount_excl_tax', a.amount_excl_tax::text,
          'amount_incl_tax', a.amount_incl_tax::text, 'report_values', a.report_values) order by a.id)
        from refund_adjustments a where a.store_id = r.store_id and a.refund_id = r.id), '[]'::json),
      'refund_line_items', coalesce((
        select json_agg(json_build_object('id', i.id, 'line_item_id', i.order_line_id, 'location_id', i.location_id,
          'quantity', i.quantity, 'restock_type', i.restock_type, 'amount_excl_tax', i.amount_excl_tax::text,
          'amount_incl_tax', i.amount_incl_tax::text, 'report_values', i.report_values) order by i.id)
        from refund_lines i where i.store_id = r.store_id and i.refund_id = r.id), '[]'::json),
      'transactions', ${transactionsView(sql`t.store_id = r.store_id and t.refund_id = r.id`, zone)}) order by r.id)
    from refunds r where ${condition}), '[]'::json)`
}
