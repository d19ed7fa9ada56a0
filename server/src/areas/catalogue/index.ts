import type { Area } from '../../platform/area.ts'
import { migrationsBeside } from '../../platform/tables.ts'

export const catalogue: Area = { name: 'catalogue', migrations: migrationsBeside(import.meta.url), operations: [] }
