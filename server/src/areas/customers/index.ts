import type { Area } from '../../platform/area.ts'
import { migrationsBeside } from '../../platform/tables.ts'

export { ADDRESS_KEYS, type Address, phoneNumber, readAddress } from './customer/address.ts'
export { type CustomerDraft, draftCustomer, mergeTags, normalEmail } from './customer/draft.ts'
export { saveCustomer } from './customer/save-customer.ts'

export const customers: Area = { name: 'customers', migrations: migrationsBeside(import.meta.url), operations: [] }
