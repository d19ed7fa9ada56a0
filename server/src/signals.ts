/** Resolves with the first signal that asks this process to stop; the second one ends it at once. */
export function stopSignal(): Promise<NodeJS.Signals> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>()
  let asked = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (asked) process.exit(1)
      asked = true
      resolve(signal)
    })
  return promise
}
