import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const COMFORTABLE_BYTES = 200 * 1024 * 1024

/**
 * Clears away what long work has made and dropped, once the process has grown past a comfortable size. Left alone, it would grow with
 * the memory of the machine instead of with what is in use.
 */
export function memorySweeper(): () => void {
  setFlagsFromString('--expose-gc')
  const sweep = runInNewContext('gc') as () => void
  return () => {
    if (process.memoryUsage.rss() > COMFORTABLE_BYTES) sweep()
  }
}
