import type { Area } from '../../platform/area.ts'
import { migrationsBeside } from '../../platform/tables.ts'

export const customers: Area = { name: 'customers', migrations: migrationsBeside(import.meta.url), operations: [] }
