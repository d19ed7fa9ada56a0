import { iso, type Sql, sql } from '../../../platform/sql.ts'

/** The transactions that meet a condition on `t`, as a JSON array, oldest first. */
export function transactionsView(condition: Sql, zone: string): Sql {
  return sql`coalesce((
    select json_agg(json_build_object(
      'id', t.id,
      'amount', t.amount::text,
      'auth_code', t.auth_code,
      'currency', t.currency,
      'date_created', ${iso(sql`t.date_created`, zone)},
      'external_id', t.external_id,
      'is_disputed', t.is_disputed,
      'is_external', t.is_external,
      'is_initial_retry', t.is_initial_retry,
      'is_test', t.is_test,
      'network_transaction_id', t.network_transaction_id,
      'parent_id', t.parent_id,
      'payment_details', json_build_object(
        'bankcard_first_six', t.card_first_six,
        'bankcard_last_four', t.card_last_four,
        'card_token', t.card_token,
        'gateway', (select json_build_object('id', g.id, 'name', g.name, 'type', g.gateway_type)
          from gateways g where g.store_id = t.store_id and g.id = t.gateway_id),
        'is_3ds', t.is_3ds,
        'optimized_3ds', t.optimized_3ds,
        'paypal_vault_id', t.paypal_vault_id,
        'sca_flow', t.sca_flow),
      'payment_method', t.payment_method,
      'report_values', t.report_values,
      'response_code', t.response_code,
      'statement_descriptor', t.statement_descriptor,
      'status', t.status,
      'type', t.type) order by t.id)
    from transactions t where ${condition}), '[]'::json)`
}
