import type { FastifyInstance, HTTPMethods } from 'fastify'
import { admit } from './admission.ts'
import { ApiError } from './errors.ts'
import type { Method, Operation } from './operation.ts'
import { answering, type Platform } from './pipeline.ts'

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

type Answers = ReadonlyMap<Operation, ReturnType<typeof answering>>

/** Routes each operation under each of the prefixes; other methods of its address are refused with what it takes. */
export function addRoutes(
  http: FastifyInstance,
  platform: Platform,
  operations: readonly Operation[],
  prefixes: readonly string[],
): void {
  // Checks are compiled once, though every operation answers at two addresses.
  const answers: Answers = new Map(operations.map(operation => [operation, answering(platform, operation)]))
  for (const prefix of prefixes) addRoutesUnder(http, platform, answers, prefix)
}

function addRoutesUnder(http: FastifyInstance, platform: Platform, answers: Answers, prefix: string): void {
  for (const [path, methods] of byPath([...answers.keys()])) {
    const url = `${prefix}${path}`
    for (const operation of methods.values()) {
      http.route({
        method: operation.method,
        url,
        exposeHeadRoute: true,
        onRequest: (request, reply) => admit(platform, operation, request, reply),
        handler: answers.get(operation)!,
      })
    }
    const allowed = [...methods.keys(), ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
    http.route({ method: 'OPTIONS', url, handler: (_request, reply) => reply.header('Allow', allowed).code(204).send() })
    const others = METHODS.filter(method => !methods.has(method)) as HTTPMethods[]
    if (!methods.has('GET')) others.push('HEAD')
    if (others.length > 0)
      http.route({
        method: others,
        url,
        exposeHeadRoute: false,
        onRequest: async (_request, reply) => {
          reply.header('Allow', allowed)
          throw new ApiError(405, 'method_not_allowed', `This address takes ${allowed}.`)
        },
        handler: () => undefined,
      })
  }
}

function byPath(operations: readonly Operation[]): Map<string, Map<Method, Operation>> {
  const paths = new Map<string, Map<Method, Operation>>()
  for (const operation of operations) {
    const methods = paths.get(operation.path) ?? new Map<Method, Operation>()
    paths.set(operation.path, methods.set(operation.method, operation))
  }
  return paths
}
