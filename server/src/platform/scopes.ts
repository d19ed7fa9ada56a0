import type { Caller } from './caller.ts'

export interface Scopes {
  /** Any one of them suffices; empty means any valid token. */
  readonly anyOf: readonly string[]
}

export const anyOf = (...scopes: string[]): Scopes => ({ anyOf: scopes })
export const anyToken: Scopes = { anyOf: [] }

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD'

/** The scopes that open an operation, umbrellas included. */
export function acceptedScopes(scopes: Scopes, method: string): string[] {
  return scopes.anyOf.length === 0 ? [] : [...scopes.anyOf, isRead(method) ? 'admin:read' : 'admin:write']
}

/** Whether a caller may use an operation. A write scope does not include the read scope. */
export function allows(scopes: Scopes, method: string, caller: Caller): boolean {
  return scopes.anyOf.length === 0 || acceptedScopes(scopes, method).some(scope => caller.scopes.has(scope))
}
