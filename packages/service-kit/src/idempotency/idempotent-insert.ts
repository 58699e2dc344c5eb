import type { Operation } from '@guidebook/contracts'
import type { Database } from '../database/database.ts'
import { constraintOf } from '../database/sql-state.ts'
import type { ReplyOf } from '../http/route.ts'
import { forgetExpired, type RepeatableRequest, scopeOf, storedReply } from './stored-reply.ts'

/**
 * As `idempotent`, for work that knows its answer beforehand and has its whole effect in one statement which stores the answer too
 * (`insertReplies`): all or nothing without a transaction. The work may ask other services before that.
 *
 * Nothing is looked up while all goes well: the primary key of `idempotency_keys` refuses the statement of a repeat. Whatever stops
 * the work, a repeat is answered as the first was before that is told: its first may be the very reason, as who holds a code that both want.
 * A repeat that comes while its first runs waits for the first's answer.
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
