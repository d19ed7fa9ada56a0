import { Command } from 'commander'
import { tasks } from '../app.ts'
import { startWorker } from '../platform/jobs.ts'
import { stopSignal } from '../signals.ts'
import { withDatabase } from './tools.ts'

export const worker = new Command('worker')
  .description('Work on the queue of jobs, without HTTP, until stopped.')
  .option('--concurrency <jobs>', 'how many jobs at once', Number, 4)
  .action(({ concurrency }: { concurrency: number }) => {
    if (!Number.isInteger(concurrency) || concurrency < 1) throw new Error('--concurrency must be a whole number from 1.')
    const asked = stopSignal()
    return withDatabase(async ({ database, log }) => {
      const runner = await startWorker(database, tasks, log, { concurrency })
      log.info('working on the queue', { concurrency })
      const end = await Promise.race([asked, runner.promise])
      if (!end) throw new Error('The worker ended by itself; the log says why.')
      await runner.stop()
    })
  })
