import type { FastifyReply, FastifyRequest } from 'fastify'
import { asApiError, type Finished, finish, finishError, send } from './answer.ts'
import { checkIdempotencyKey, claim, isFinal, releaseClaim, settleClaim } from './idempotency.ts'
import type { Asked, IdempotencyClaim, Operation } from './operation.ts'
import type { Platform } from './pipeline.ts'

/** Runs an operation whose input is in order, once for each idempotency key, and sends what it answers. */
export async function respond(
  platform: Platform,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: Asked & Record<string, unknown>,
): Promise<FastifyReply> {
  const key = operation.method === 'POST' ? (request.headers['idempotency-key'] as string | undefined) : undefined
  if (key === undefined) return send(reply, await perform(platform, operation, asked, null))

  const claimed: IdempotencyClaim = {
    store_id: asked.store.id,
    owner: `app:${asked.app_id}`,
    request: `${operation.method} ${request.url
      .split('?')[0]!
      .replace(/^\/api\/admin/, '')
      .replace(/\/$/, '')}`,
    key: checkIdempotencyKey(key),
  }
  const { pool } = platform.database
  const earlier = await claim(pool, claimed, (request.body as Buffer | undefined) ?? Buffer.alloc(0))
  if (earlier) return send(reply, earlier, { 'Idempotency-Replayed': 'true' })
  try {
    return send(reply, await perform(platform, operation, asked, claimed))
  } catch (error) {
    const refusal = asApiError(error)
    if (isFinal(error)) await settleClaim(pool, claimed, finishError(error, asked.request_id))
    else if (refusal.code !== 'payment_outcome_unknown') await releaseClaim(pool, claimed)
    throw error
  }
}

async function perform(
  platform: Platform,
  operation: Operation,
  asked: Asked & Record<string, unknown>,
  claimed: IdempotencyClaim | null,
): Promise<Finished> {
  const { database } = platform
  const handle = operation.handle as (asked: unknown) => ReturnType<Operation['handle']>
  const status = operation.status ?? 200
  const origin = { actor: asked.actor, request_id: asked.request_id }
  if (operation.method === 'GET') return finish(await handle({ ...asked, db: database.reads }), status)
  if (operation.outside) {
    const transact = <Result>(work: Parameters<typeof database.transact<Result>>[1]) => database.transact(origin, work)
    const finished = finish(await handle({ ...asked, db: database.pool, transact, idempotency: claimed }), status)
    if (claimed) await settleClaim(database.pool, claimed, finished)
    return finished
  }
  return database.transact(origin, async db => {
    const finished = finish(await handle({ ...asked, db }), status)
    if (claimed) await settleClaim(db, claimed, finished)
    return finished
  })
}
