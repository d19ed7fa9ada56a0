import { type FieldProblem, problem } from '../../../platform/errors.ts'
import { type Address, phoneNumber } from './address.ts'

/** What an order or a cart does to its customer: found or made, filled in, addresses kept. Plain JSON. */
export interface CustomerDraft {
  /** Null makes a new customer, or finds the one who was made with this e-mail meanwhile. */
  id: number | null
  email: string | null
  /** Columns to set on an existing customer, or the row of a new one. */
  values: Record<string, unknown>
  addresses: Address[]
  becomes_customer: boolean
}

export interface OrderUserInput {
  id?: number | null
  email?: string | null
  first_name?: string
  last_name?: string
  phone_number?: string | null
  language?: string | null
  accepts_marketing?: boolean
  ip?: string | null
  user_agent?: string | null
  tags?: string[] | null
  metadata?: unknown
}

interface Existing {
  id: number
  email: string | null
  first_name: string
  last_name: string
  phone_number: string | null
  language: string | null
  accepts_marketing: boolean
  ip: string | null
  user_agent: string | null
  tags: string[]
  metadata: unknown
  user_type: string
  addresses: readonly Address[]
}

/** The customer of an order. Blank names and phone are filled from the input, then from the shipping address; an e-mail never changes. */
export function draftCustomer(
  user: OrderUserInput,
  existing: Existing | null,
  shipping: Address | null,
  toSave: readonly Address[],
  isTest: boolean,
  problems: FieldProblem[],
): CustomerDraft {
  const email = existing ? existing.email : normalEmail(user.email)
  const phone = readPhone(user, shipping, problems)
  const values: Record<string, unknown> = {}
  const fill = (key: 'first_name' | 'last_name' | 'phone_number', value: string | null | undefined) => {
    if (value && !existing?.[key]) values[key] = value
  }
  fill('first_name', user.first_name || shipping?.first_name)
  fill('last_name', user.last_name || shipping?.last_name)
  fill('phone_number', phone ?? shipping?.phone_number)
  for (const key of ['accepts_marketing', 'ip', 'user_agent', 'language', 'metadata'] as const) {
    const value = user[key]
    if (value !== undefined && value !== null && value !== '' && JSON.stringify(value) !== JSON.stringify(existing?.[key]))
      values[key] = value
  }
  const tags = mergeTags(existing?.tags ?? [], user.tags ?? [])
  if (tags.length > (existing?.tags.length ?? 0)) values.tags = tags
  return {
    id: existing?.id ?? null,
    email,
    values,
    addresses: toSave.filter(address => !existing?.addresses.some(known => isSame(known, address))),
    becomes_customer: !isTest && (existing?.user_type ?? 'lead') === 'lead',
  }
}

export const normalEmail = (email: string | null | undefined): string | null => email?.trim().toLowerCase() || null

function readPhone(user: OrderUserInput, shipping: Address | null, problems: FieldProblem[]): string | null {
  if (!user.phone_number) return null
  const phone = phoneNumber(user.phone_number, shipping?.country ?? null)
  if (phone === null)
    problems.push(problem('user.phone_number', 'invalid', 'Must be a phone number with its country code, such as +14155552671.'))
  return phone
}

/** The tags without doubles of another case; the first spelling stays. */
export function mergeTags(...lists: readonly (readonly string[])[]): string[] {
  const known = new Map<string, string>()
  for (const tag of lists.flat()) if (tag && !known.has(tag.toLowerCase())) known.set(tag.toLowerCase(), tag)
  return [...known.values()]
}

function isSame(a: Address, b: Address): boolean {
  return (Object.keys(b) as (keyof Address)[]).every(key => a[key] === b[key])
}
