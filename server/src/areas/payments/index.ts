import type { Area } from '../../platform/area.ts'
import { migrationsBeside } from '../../platform/tables.ts'

export const payments: Area = { name: 'payments', migrations: migrationsBeside(import.meta.url), operations: [] }
