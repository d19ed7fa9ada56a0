import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from './database.ts'
import { type QueueState, queueState } from './queue.ts'
import { statementCount } from './sql.ts'

export interface Metrics {
  /** Counts an answer. */
  answered(request: FastifyRequest, reply: FastifyReply): void
  /** Everything in the text format of Prometheus, at `/metrics`. */
  serve(http: FastifyInstance, database: Database): void
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export function createMetrics(): Metrics {
  const registers = [new Registry()]
  const durations = new Histogram({
    name: 'shopwright_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer.',
    labelNames: ['operation', 'status'],
    buckets: SECONDS,
    registers,
  })
  collectDefaultMetrics({ register: registers[0]! })

  return {
    answered(request, reply) {
      durations.observe({ operation: request.operation?.id ?? 'none', status: reply.statusCode }, reply.elapsedTime / 1_000)
    },
    serve(http, database) {
      countStatements(registers)
      const observeQueue = queueGauges(registers)
      http.get('/metrics', async (_request, reply) => {
        // Without a database the other figures are wanted all the more.
        const queue = await queueState(database.pool).catch(() => null)
        observeQueue(queue)
        return reply.type(registers[0]!.contentType).send(await registers[0]!.metrics())
      })
    },
  }
}

function countStatements(registers: Registry[]): void {
  let counted = 0
  new Counter({
    name: 'shopwright_sql_statements_total',
    help: 'Statements sent to the database by this process.',
    registers,
    collect() {
      this.inc(statementCount.total - counted)
      counted = statementCount.total
    },
  })
}

function queueGauges(registers: Registry[]): (queue: QueueState | null) => void {
  const gauge = (name: string, help: string) => new Gauge({ name: `shopwright_${name}`, help, registers })
  const up = gauge('database_up', 'Whether the database answered just now.')
  const gauges = {
    waiting: gauge('jobs_waiting', 'Jobs whose time has come and that nobody works on.'),
    oldest_waiting_seconds: gauge('jobs_oldest_waiting_seconds', 'How long the first of them has waited.'),
    running: gauge('jobs_running', 'Jobs that are being worked on.'),
    failed: gauge('jobs_failed', 'Jobs that used up their attempts.'),
  }
  return queue => {
    up.set(queue ? 1 : 0)
    if (queue) for (const [name, value] of Object.entries(queue)) gauges[name as keyof QueueState].set(value)
  }
}
