import type { Cents } from '../../../platform/money.ts'

export type PaymentStatus =
  | 'pending'
  | 'authorized'
  | 'expiring'
  | 'expired'
  | 'paid'
  | 'voided'
  | 'refunded'
  | 'partially_paid'
  | 'partially_refunded'
  | 'partially_voided'

export interface PaymentTransaction {
  id: number
  type: string
  status: string
  amount: Cents
  parent_id: number | null
  expires_at: Date | null
}

interface Owed {
  total_incl_tax: Cents
  /** The sum of the refunds' discrepancies, with their sign. */
  discrepancies: Cents
  /** What a test card paid, which has no transactions. */
  virtual_paid: Cents
  virtual_refunded: Cents
  free_at_creation: boolean
  now: Date
}

export interface PaymentView {
  payment_status: PaymentStatus
  /** Positive when the customer owes, negative when the merchant does. */
  total_outstanding: Cents
  net_paid: Cents
  /** What open authorizations still hold. */
  authorized: Cents
}

/** What was paid for an order, from its succeeded transactions. */
export function paymentView(transactions: readonly PaymentTransaction[], owed: Owed): PaymentView {
  const succeeded = transactions.filter(({ status }) => status === 'succeeded')
  const amountOf = (type: string) => sum(succeeded.filter(each => each.type === type))
  const paid = amountOf('debit') + owed.virtual_paid
  const refunded = amountOf('refund') + owed.virtual_refunded
  const { open, expired } = authorizations(succeeded, owed.now)

  const net_paid = paid - refunded
  const total_outstanding = owed.total_incl_tax - owed.discrepancies - net_paid
  const view = { total_outstanding, net_paid, authorized: sum(open) }
  const facts: Facts = {
    ...view,
    paid,
    refunded,
    voided: amountOf('void'),
    expiring: open.some(({ expires_at }) => expires_at !== null && expires_at.getTime() - owed.now.getTime() <= expiring_ms),
    expired: expired.length > 0,
    free: owed.free_at_creation,
  }
  return { payment_status: statusOf(facts), ...view }
}

const expiring_ms = 24 * 60 * 60 * 1000

interface Facts extends Omit<PaymentView, 'payment_status'> {
  paid: Cents
  refunded: Cents
  voided: Cents
  expiring: boolean
  expired: boolean
  free: boolean
}

/** The first line that applies wins. */
function statusOf({ paid, refunded, voided, authorized, net_paid, total_outstanding, ...facts }: Facts): PaymentStatus {
  if (refunded > 0n) return net_paid <= 0n ? 'refunded' : 'partially_refunded'
  if (paid > 0n && total_outstanding <= 0n) return 'paid'
  if (paid > 0n) return voided > 0n ? 'partially_voided' : 'partially_paid'
  if (authorized > 0n && voided > 0n) return 'partially_voided'
  if (authorized > 0n) return facts.expiring ? 'expiring' : 'authorized'
  if (voided > 0n) return 'voided'
  if (facts.expired) return 'expired'
  return facts.free ? 'paid' : 'pending'
}

/** An authorization is used up by its one capture or its void; whatever the capture left is released. */
function authorizations(succeeded: readonly PaymentTransaction[], now: Date) {
  const used = new Set(succeeded.filter(({ type }) => type === 'debit' || type === 'void').map(({ parent_id }) => parent_id))
  const unused = succeeded.filter(({ type, id }) => type === 'authorize' && !used.has(id))
  const isExpired = ({ expires_at }: PaymentTransaction) => expires_at !== null && expires_at <= now
  return { open: unused.filter(each => !isExpired(each)), expired: unused.filter(isExpired) }
}

const sum = (transactions: readonly PaymentTransaction[]) => transactions.reduce((total, { amount }) => total + amount, 0n)

interface Finished {
  status: string
  payment_status: PaymentStatus
  total_outstanding: Cents
  lines: readonly { fulfillable_quantity: number }[]
  fulfillment_orders: readonly { status: string }[]
}

/** Whether an open order archives itself: everything is shipped or gone, and nobody owes anything. */
export function autoArchives(order: Finished): boolean {
  return (
    order.status === 'open' &&
    order.lines.every(line => line.fulfillable_quantity === 0) &&
    !order.fulfillment_orders.some(({ status }) => unfinished.has(status)) &&
    order.total_outstanding === 0n &&
    settled.has(order.payment_status)
  )
}

const unfinished = new Set(['open', 'processing', 'on_hold', 'not_required'])
const settled = new Set<PaymentStatus>(['paid', 'refunded', 'partially_refunded', 'voided'])
