import type { Api, CallOptions } from './harness.ts'
import { orderExamples } from './order-examples.ts'

/** Makes in the store of `api` what an operation with ids in its path can be called on. */
export type Example = (api: Api) => Promise<Pick<CallOptions, 'params' | 'body'>>

/** By operation id; an operation that is missing here is not called with what another store has. */
export const examples: Readonly<Record<string, Example>> = { ...orderExamples }
