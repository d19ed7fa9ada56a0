import type { Changes } from '../../../platform/announcements.ts'
import { conflict, type FieldProblem, invalid, problem } from '../../../platform/errors.ts'
import { mergeTags, readAddress } from '../../customers/index.ts'
import { metadataProblems } from '../../stores/index.ts'
import { ATTRIBUTION_TEXTS, ORDER_STATUSES } from '../order/contract.ts'
import type { OrderFacts } from '../order/facts.ts'
import type { OrderUpdate } from './contract.ts'
import type { FieldRow, KeptAddress, readFields } from './fields.ts'

type Known = Awaited<ReturnType<typeof readFields>>

/** The fields after an update, and what changed in them; 400 that names every wrong one. */
export function decideFields(update: OrderUpdate, known: Known, replaces: boolean): { row: FieldRow; changes: Changes } {
  const problems: FieldProblem[] = []
  if (update.status !== undefined && !(ORDER_STATUSES as readonly string[]).includes(update.status))
    problems.push(problem('status', 'invalid_choice', `Must be one of: ${ORDER_STATUSES.join(', ')}.`))
  const row: FieldRow = {
    shipping_address: mergedAddress(update, known, 'shipping_address', problems),
    billing_address: mergedAddress(update, known, 'billing_address', problems),
    ...mergedAttribution(update, known, replaces, problems),
    metadata: update.metadata === undefined ? known.metadata : update.metadata,
    tags: update.tags === undefined ? known.tags : mergeTags(update.tags ?? []),
  }
  problems.push(...metadataProblems(update.metadata, 'order', 'metadata', known.definitions))
  problems.push(...metadataProblems(update.attribution?.metadata, 'attribution', 'attribution.metadata', known.definitions))
  if (problems.length > 0) throw invalid(problems)
  return { row, changes: changesBetween(known, row) }
}

const REQUIRED = ['first_name', 'last_name', 'line1', 'line4', 'country'] as const

function mergedAddress(
  update: OrderUpdate,
  known: Known,
  field: 'shipping_address' | 'billing_address',
  problems: FieldProblem[],
): KeptAddress | null {
  const given = update[field]
  if (given === undefined) return known[field]
  if (given === null) return null
  const merged: KeptAddress = { ...known[field], ...(given as KeptAddress) }
  const missing = REQUIRED.filter(key => merged[key] === undefined)
  problems.push(...missing.map(key => problem(`${field}.${key}`, 'required', 'This field is required.')))
  if (missing.length > 0) return known[field]
  const { notes, ...address } = readAddress(merged, field, problems)
  const kept = known[field]?.id === undefined ? address : { id: known[field].id, ...address }
  return field === 'shipping_address' ? { ...kept, notes } : kept
}

function mergedAttribution(update: OrderUpdate, known: Known, replaces: boolean, problems: FieldProblem[]) {
  const { attribution: given } = update
  if (given === undefined) return { attribution: known.attribution, agent_id: known.agent_id }
  if (given.agent != null && !known.is_agent)
    problems.push(problem('attribution.agent', 'does_not_exist', 'Must be the id of a dashboard user.'))
  const attribution: Record<string, unknown> = replaces ? {} : { ...known.attribution }
  for (const key of [...ATTRIBUTION_TEXTS, 'metadata'] as const) {
    if (given[key] === undefined) continue
    if (given[key] === null || given[key] === '') delete attribution[key]
    else attribution[key] = given[key]
  }
  return { attribution, agent_id: given.agent === undefined && !replaces ? known.agent_id : (given.agent ?? null) }
}

function changesBetween(known: Known, row: FieldRow): Changes {
  const changes: Changes = {}
  const shown = (fields: FieldRow) => ({
    ...fields,
    agent_id: undefined,
    attribution: { ...fields.attribution, agent: fields.agent_id },
  })
  const [before, after] = [shown(known), shown(row)]
  for (const field of ['shipping_address', 'billing_address', 'attribution', 'metadata', 'tags'] as const)
    if (!isSame(before[field], after[field])) changes[field] = { before: before[field], after: after[field] }
  return changes
}

/** Whether two values read the same; the order of an object's keys does not count. */
function isSame(a: unknown, b: unknown): boolean {
  const sorted = (_: string, value: unknown) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([x], [y]) => (x < y ? -1 : 1)))
      : value
  return JSON.stringify(a ?? null, sorted) === JSON.stringify(b ?? null, sorted)
}

const ENDED = new Set(['not_required', 'closed', 'canceled'])
const isBusy = ({ status, request_status }: { status: string; request_status: string }) =>
  status === 'processing' || request_status === 'requested'

/** Refuses changes that the state of the order does not allow (any more). */
export function refuseFields(order: OrderFacts, changes: Changes, row: FieldRow): void {
  const touchesAddress = 'shipping_address' in changes || 'billing_address' in changes
  if (touchesAddress) refuseUnlessOpen(order, 'addresses')
  if (!('shipping_address' in changes)) return
  if (
    row.shipping_address === null
      ? order.fulfillment_orders.some(({ status }) => !ENDED.has(status))
      : order.fulfillment_orders.some(isBusy)
  )
    throw conflict(
      'fulfillment_in_progress',
      'The order is being fulfilled; request the cancellation of that before changing where it goes.',
    )
}

export function refuseUnlessOpen(order: Pick<OrderFacts, 'status' | 'is_being_canceled'>, what: string): void {
  if (order.status === 'canceled' || order.is_being_canceled)
    throw conflict('order_canceled', `The order is canceled; its ${what} cannot change.`)
  if (order.status === 'archived')
    throw conflict('order_not_open', `The order is archived; set its status to open before changing its ${what}.`)
}

/** Refuses a status that cannot follow the present one. */
export function refuseStatus(order: OrderFacts, wanted: string): void {
  if (order.status === 'canceled') throw conflict('order_canceled', 'The order is canceled, which is final.')
  if (wanted === 'archived' && order.fulfillment_orders.some(isBusy))
    throw conflict('fulfillment_in_progress', 'A location is working on the order; it cannot be archived yet.')
}
