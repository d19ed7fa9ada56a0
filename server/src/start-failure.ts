/** Why the start failed, in one sentence for the person in front of the terminal. */
export function sentenceFor(error: unknown): string {
  const { code, message, port, address } = error as { code?: string; message?: string; port?: number; address?: string }
  if (code === 'EADDRINUSE') return `Port ${port} is in use by another program: stop it, or choose another with PORT.`
  if (code === 'EACCES' && port !== undefined) return `This user may not listen on port ${port}: choose another with PORT.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `HOST is not an address of this machine: ${address ?? message}.`
  return message || String(error)
}

/** Prints the sentence, and how it came to it for those who look for the cause. */
export function reportFailure(error: unknown): void {
  process.stderr.write(`${sentenceFor(error)}\n`)
  if (process.env.LOG_LEVEL === 'debug' && error instanceof Error) process.stderr.write(`${error.stack}\n`)
}
