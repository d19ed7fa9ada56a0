import assert from 'node:assert/strict'

/** Fails when an answer from 400 up is not the one body that all refusals have. */
export function assertRefusal(answer: { status: number; headers: Headers; body: unknown }, status: number, code?: string): void {
  const { body, headers } = answer
  assert.equal(answer.status, status, JSON.stringify(body)?.slice(0, 500))
  assert.match(headers.get('content-type') ?? '', /^application\/json/)
  const refusal = body as Record<string, unknown>
  assert.equal(typeof refusal.code, 'string')
  assert.equal(typeof refusal.detail, 'string')
  assert.ok(Array.isArray(refusal.errors))
  for (const problem of refusal.errors as object[])
    assert.deepEqual(Object.keys(problem).sort(), ['code', 'field', 'in', 'message'])
  assert.equal(refusal.request_id, headers.get('x-request-id'))
  if (code) assert.equal(refusal.code, code)
}
