import type { Changes } from '../../../platform/announcements.ts'
import type { FieldRow } from '../updating/fields.ts'

/** What canceling an order shall do once the money is settled. Plain JSON, because it waits for the gateways in a row. */
export interface Cancellation {
  /** Tells its movements of money from those of an earlier attempt. */
  id: string
  order_number: number
  reason: string
  full_refund: boolean
  notify: boolean
  /** Other fields that the same request changes. */
  fields: { row: FieldRow; changes: Changes } | null
}
