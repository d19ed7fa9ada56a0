import type { Queryable } from '../../../platform/sql.ts'
import type { GatewayConnection } from './gateway.ts'
import { testGateway } from './test-gateway.ts'

const adapters: Readonly<Record<string, (db: Queryable) => GatewayConnection>> = { test: testGateway }

/** Whether this installation can talk to gateways of a type. */
export function isConnectable(gateway_type: string): boolean {
  return Object.hasOwn(adapters, gateway_type)
}

/** A connection to a gateway; `db` must not be a transaction. */
export function connectGateway(gateway_type: string, db: Queryable): GatewayConnection {
  const adapter = adapters[gateway_type]
  if (!adapter) throw new Error(`No adapter for gateways of type "${gateway_type}".`)
  return adapter(db)
}
