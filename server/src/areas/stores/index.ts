import type { Area } from '../../platform/area.ts'
import { migrationsBeside } from '../../platform/tables.ts'

export { createStore, type NewStore } from './store/create-store.ts'

export const stores: Area = { name: 'stores', migrations: migrationsBeside(import.meta.url), operations: [] }
