import type { Area } from '../../platform/area.ts'
import { migrationsBeside } from '../../platform/tables.ts'

export { authenticator } from './token/authenticate.ts'
export { createToken } from './token/create-token.ts'
export { allScopes, isScope } from './token/known-scopes.ts'

export const access: Area = { name: 'access', migrations: migrationsBeside(import.meta.url), operations: [] }
