import { Presets, SingleBar } from 'cli-progress'

export interface Progress {
  at(row: number): void
  end(): void
}

const EVERY_MS = 5_000

/** Shows how far an import has come: a bar on a terminal, now and then a line elsewhere. It goes to standard error. */
export function showProgress(noun: string, rows: number, output: NodeJS.WriteStream = process.stderr): Progress {
  if (!output.isTTY) return lines(noun, rows, output)
  const format = `  Importing ${noun} {bar} {percentage}% | {value} of {total} rows | {eta_formatted} left`
  const bar = new SingleBar({ stream: output, format, hideCursor: true, clearOnComplete: true }, Presets.shades_classic)
  bar.start(rows, 0)
  return { at: row => bar.update(row), end: () => bar.stop() }
}

function lines(noun: string, rows: number, output: NodeJS.WriteStream): Progress {
  let last = Date.now()
  return {
    at(row) {
      if (Date.now() - last < EVERY_MS) return
      last = Date.now()
      output.write(`Importing ${noun}: ${row} of ${rows} rows.\n`)
    },
    end() {},
  }
}
