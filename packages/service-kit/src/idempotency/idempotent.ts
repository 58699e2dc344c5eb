import type { Operation } from '@guidebook/contracts'
import type { Knex } from 'knex'
import type { Database } from '../database/database.ts'
import { prepared } from '../database/prepared.ts'
import { constraintOf } from '../database/sql-state.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { Reply, ReplyOf } from '../http/route.ts'
import {
  findReply,
  forgetExpired,
  type RepeatableRequest,
  type Scope,
  scopeOf,
  storedReply,
  storeReply,
} from './stored-reply.ts'

/**
 * Runs the work in one transaction, once for each `Idempotency-Key` of an account, method and path within 24 hours. The response is
 * stored in the same transaction. A repeat returns the stored response with `Idempotency-Replayed: true`. It fails with 422
 * `idempotency-key-reused` when its body differs, with 409 `request-in-progress` while the first request runs, and with 409
 * `secret-already-given` when the response was secret; the work is rolled back with 429 `rate-limited` when the account may not store so large a
 * response. Work that throws stores nothing, so a repeat runs it again. Without a key this is an ordinary transaction.
 */
export function idempotent<R extends Reply>(
  database: Database,
  request: RepeatableRequest,
  work: (trx: Knex.Transaction) => Promise<R>,
): Promise<R> {
  const { idempotencyKey } = request
  const owner = request.identity.account ?? undefined
  if (idempotencyKey === null) return database.transaction(work, owner)
  const scope = scopeOf(request, idempotencyKey)
  return database.transaction(async (trx) => {
    await claim(trx, scope)
    const stored = await findReply<R>(trx, scope, request)
    if (stored !== null) return stored
    const reply = await work(trx)
    // `idempotentInsert` takes no lock, so it may have stored a response for the same key meanwhile.
    if (!(await storeReply(trx, scope, request, reply))) throw inProgress()
    return reply
  }, owner)
}

/**
 * Like `idempotent`, for work of one statement: without a key it needs no transaction, which would cost most of the round trips. It takes the same
 * share of the connections.
 */
export const idempotentStatement = <R extends Reply>(
  database: Database,
  request: RepeatableRequest,
  work: (db: Knex | Knex.Transaction) => Promise<R>,
): Promise<R> =>
  request.idempotencyKey === null
    ? database.share(request.identity.account ?? undefined, () => work(database.knex))
    : idempotent(database, request, work)

/**
 * Like `idempotent`, for work that knows its response beforehand and has its whole effect in one statement, which also stores the
 * response (`insertReplies`): all or nothing without a transaction. The work may call other services before that.
 *
 * A successful request looks nothing up: the primary key of `idempotency_keys` rejects the statement of a repeat. When the work fails,
 * a stored response takes precedence over the error, since the first request may have caused it: it may have taken a code that both
 * want. A repeat of a running request waits for its response.
 */
export async function idempotentInsert<O extends Operation, R extends ReplyOf<O>>(
  database: Database,
  request: RepeatableRequest<O>,
  work: () => Promise<R>,
): Promise<R | ReplyOf<O>> {
  const { idempotencyKey } = request
  if (idempotencyKey === null) return await work()
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const stored = await storedReply(database, request)
      if (stored !== null) return stored
      if (constraintOf(error) !== 'idempotency_keys_pkey') throw error
      await forgetExpired(database.knex, scopeOf(request, idempotencyKey))
    }
  }
}

/** The lock is held until the transaction ends; the response is visible then. */
async function claim(trx: Knex.Transaction, scope: Scope): Promise<void> {
  const [row] = await prepared<{ mine: boolean }>(
    trx,
    'kit/idempotency-claim',
    'SELECT pg_try_advisory_xact_lock(hashtextextended(?, 0)) AS mine',
    [JSON.stringify(['idempotency', ...Object.values(scope)])],
  )
  if (!row?.mine) throw inProgress()
}

const inProgress = () => new ServiceError('request-in-progress', { headers: { 'Retry-After': '1' } })
