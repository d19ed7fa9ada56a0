import { serve } from './serve.ts'
import { reportFailure } from './start-failure.ts'

try {
  process.exit(await serve({ demo: !process.argv.includes('--empty') }))
} catch (error) {
  reportFailure(error)
  process.exit(1)
}
