import type { Area } from '../../platform/area.ts'
import { migrationsBeside } from '../../platform/tables.ts'

export const fulfillment: Area = { name: 'fulfillment', migrations: migrationsBeside(import.meta.url), operations: [] }
