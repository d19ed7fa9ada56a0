import { writeSync } from 'node:fs'
import { createDatabase } from './database.ts'
import { startWorker } from './jobs.ts'
import { createLog } from './log.ts'

// A process of its own for the tests of leases: it works on the queue, and its first job never ends.
const [url, times] = process.argv.slice(2)

const stuck = {
  name: 'stuck',
  perform: () => {
    writeSync(1, 'started\n')
    return new Promise<never>(() => {})
  },
}
await startWorker(createDatabase({ url: url! }), [stuck], createLog('silent'), { lease_times: JSON.parse(times!) })
