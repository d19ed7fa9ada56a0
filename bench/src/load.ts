import { connect, type Socket } from 'node:net'

export interface Asked {
  method: string
  path: string
  body?: object
}

export interface Load {
  requests: number
  /** Without the pause after the last answer. */
  seconds: number
  /** Of each request, in milliseconds, shortest first. */
  durations: number[]
}

interface Answer {
  status: number
  body: Buffer
}

/** One connection that stays open. It knows just enough HTTP, so that the measuring leaves the processors to the measured. */
interface Connection {
  ask(request: Asked): Promise<Answer>
  close(): void
}

/** Sends requests over so many connections at once, each the next as soon as it has its answer, for so long. */
export async function load(port: number, token: string, clients: number, duration_ms: number, next: () => Asked): Promise<Load> {
  const connections = await Promise.all(Array.from({ length: clients }, () => open(port, token)))
  const durations: number[] = []
  const start = performance.now()
  await Promise.all(
    connections.map(async connection => {
      for (let now = start; now - start < duration_ms; ) {
        const asked = next()
        const { status, body } = await connection.ask(asked)
        if (status >= 300) throw new Error(`${asked.method} ${asked.path} answered ${status}: ${body.toString().slice(0, 500)}`)
        const end = performance.now()
        durations.push(end - now)
        now = end
      }
    }),
  )
  const seconds = (performance.now() - start) / 1_000
  for (const connection of connections) connection.close()
  return { requests: durations.length, seconds, durations: durations.sort((a, b) => a - b) }
}

/** One request and the document that answers it. */
export async function ask(port: number, token: string, asked: Asked): Promise<unknown> {
  const connection = await open(port, token)
  const { status, body } = await connection.ask(asked)
  connection.close()
  if (status >= 300) throw new Error(`${asked.method} ${asked.path} answered ${status}: ${body.toString().slice(0, 500)}`)
  return JSON.parse(body.toString())
}

async function open(port: number, token: string): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  // A connection that breaks is closed as well, which is noticed where an answer is waited for.
  socket.on('error', () => {})
  const head = ` HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n`
  return {
    ask({ method, path, body }) {
      const text = body ? JSON.stringify(body) : ''
      const content = body ? `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n` : ''
      const answer = answerOn(socket)
      socket.write(`${method} ${path}${head}${content}\r\n${text}`)
      return answer
    },
    close: () => void socket.destroy(),
  }
}

function answerOn(socket: Socket): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const chunks: Buffer[] = []
  let received = 0
  let wanted = Number.POSITIVE_INFINITY
  let start = 0
  let status = 0

  const onChunk = (chunk: Buffer) => {
    chunks.push(chunk)
    received += chunk.length
    if (status === 0) {
      const all = chunks.length === 1 ? chunk : Buffer.concat(chunks)
      const end = all.indexOf('\r\n\r\n')
      if (end < 0) return
      const headers = all.toString('latin1', 0, end)
      status = Number(headers.slice(9, 12))
      start = end + 4
      wanted = start + Number(/\r\ncontent-length: (\d+)/i.exec(headers)?.[1])
    }
    if (received >= wanted) finish(() => resolve({ status, body: Buffer.concat(chunks).subarray(start) }))
    else if (Number.isNaN(wanted)) finish(() => reject(new Error('An answer without Content-Length.')))
  }
  const onClose = () => finish(() => reject(new Error('The connection was closed before the answer.')))
  const finish = (settle: () => void) => {
    socket.off('data', onChunk).off('close', onClose)
    settle()
  }
  socket.on('data', onChunk).on('close', onClose)
  return promise
}
