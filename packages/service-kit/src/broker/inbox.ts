import type { Knex } from 'knex'
import type { Database } from '../database/database.ts'
import { prepared } from '../database/prepared.ts'

/**
 * Runs the work and records the message as handled, in one transaction, so that a repeated delivery has no second effect. `undefined`: the
 * message was handled before. A second delivery at the same time waits for the first to commit.
 */
export const handleOnce = <T>(
  database: Database,
  message: { id: string; queue: string },
  work: (trx: Knex.Transaction) => Promise<T>,
): Promise<T | undefined> =>
  database.transaction(async (trx) => {
    const recorded = await prepared(
      trx,
      'kit/inbox',
      'INSERT INTO inbox (message_id, queue) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING 1',
      [message.id, message.queue],
    )
    return recorded.length === 0 ? undefined : await work(trx)
  })
