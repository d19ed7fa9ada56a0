import { type FieldProblem, problem } from '../../../platform/errors.ts'
import { ADDRESS_KEYS, type Address, readAddress } from '../../customers/index.ts'
import type { OrderCreate } from './contract.ts'
import type { KnownAddress, KnownCustomer } from './known.ts'

export interface Addresses {
  shipping: Address | null
  billing: Address | null
  /** Explicit addresses, which the customer keeps for the next time. */
  to_save: Address[]
}

/** Where the parcel and the bill go. An explicit address wins over every flag. */
export function readAddresses(body: OrderCreate, customer: KnownCustomer | null, problems: FieldProblem[]): Addresses {
  const explicitShipping = body.shipping_address ? readAddress(body.shipping_address, 'shipping_address', problems) : null
  const explicitBilling = body.billing_address
    ? { ...readAddress(body.billing_address, 'billing_address', problems), notes: '' }
    : null
  const shipping = explicitShipping ?? defaultAddress(body, customer, 'shipping', problems)
  const billing =
    explicitBilling ?? sameAsShipping(body, shipping, problems) ?? defaultAddress(body, customer, 'billing', problems)
  return {
    shipping,
    billing: billing && { ...billing, notes: '' },
    to_save: [explicitShipping, explicitBilling].filter(address => address !== null),
  }
}

function sameAsShipping(body: OrderCreate, shipping: Address | null, problems: FieldProblem[]): Address | null {
  if (!body.billing_same_as_shipping_address) return null
  if (!shipping) problems.push(problem('billing_same_as_shipping_address', 'invalid', 'There is no shipping address to copy.'))
  return shipping
}

function defaultAddress(
  body: OrderCreate,
  customer: KnownCustomer | null,
  kind: 'shipping' | 'billing',
  problems: FieldProblem[],
): Address | null {
  const flag = `use_default_${kind}_address` as const
  if (!body[flag]) return null
  const found = customer?.addresses.find(address => address[`is_default_for_${kind}`])
  if (!found) problems.push(problem(flag, 'does_not_exist', `The customer has no default ${kind} address.`))
  return found ? plain(found) : null
}

function plain(address: KnownAddress): Address {
  return Object.fromEntries(ADDRESS_KEYS.map(key => [key, address[key]])) as unknown as Address
}
