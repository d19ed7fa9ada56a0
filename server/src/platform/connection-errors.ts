import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

const REFUSALS: Record<string, [status: number, code: string, detail: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'headers_too_large', 'The headers are longer than 64 KiB.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'request_timeout', 'The request took too long to arrive.'],
}

/** Answers what is not a request yet, or never will be, in the form of every refusal. */
export function refuseConnection(error: { code?: string }, socket: Socket): void {
  const [status, code, detail] = REFUSALS[error.code ?? ''] ?? [400, 'bad_request', 'This is not a valid HTTP request.']
  if (!socket.writable) return
  const request_id = randomUUID()
  const body = JSON.stringify({ code, detail, errors: [], request_id })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${request_id}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
