import { createDatabase } from '../../../platform/database.ts'
import { conduct } from './conduct.ts'
import { getIntent } from './queries.ts'
import { settleWith } from './settlement.ts'

// A process of its own for the crash test: it conducts an intent and dies where it is told to, as if the power had gone out.
const [url, store_id, intent_id, point] = process.argv.slice(2)

const die = () => process.kill(process.pid, 'SIGKILL')
const forever = new Promise<never>(() => {})

const database = createDatabase({ url: url! })
const store = { id: Number(store_id), label: 'till', timezone: 'UTC', primary_domain: 'till.example.com' }
const origin = { actor: { kind: 'system' as const, id: null, name: 'tests' }, request_id: null }

settleWith('till.sale', {
  async succeeded() {
    if (point !== 'after the commit') {
      die()
      await forever
    }
    return null
  },
  async failed() {},
})

const intent = await getIntent(database.pool, store.id, Number(intent_id))
if (point === 'before sending') die()
await conduct({ transact: work => database.transact(origin, work), db: database.pool }, store, intent)
die()
