import { forgetOldClaims } from './idempotency.ts'
import type { Task } from './jobs.ts'
import { run, sql } from './sql.ts'

/** What the platform does by itself. */
export const housekeeping: readonly Task[] = [
  {
    name: 'platform.forget_idempotency_keys',
    every: '17 * * * *',
    perform: (_, { database }) => forgetOldClaims(database.pool),
  },
  {
    name: 'platform.create_event_partitions',
    every: '5 3 * * *',
    async perform(_, { database }) {
      await run(database.pool, sql`select create_event_partitions()`)
    },
  },
]
