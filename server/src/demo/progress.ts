import { Presets, SingleBar } from 'cli-progress'

export interface Progress {
  step(): void
  end(): void
}

const NOTHING: Progress = { step() {}, end() {} }

/** A bar on the terminal; nothing where there is none. It is written to standard error, so that output stays what was asked for. */
export function showProgress(steps: number, terminal: NodeJS.WriteStream = process.stderr): Progress {
  if (!terminal.isTTY) return NOTHING
  const format = '  Making the demo store {bar} {percentage}%'
  const bar = new SingleBar({ stream: terminal, format, hideCursor: true, clearOnComplete: true }, Presets.shades_classic)
  bar.start(steps, 0)
  return { step: () => bar.increment(), end: () => bar.stop() }
}
