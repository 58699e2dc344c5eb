import type { Knex } from 'knex'
import type { Database } from '../database/database.ts'
import { prepared } from '../database/prepared.ts'

/**
 * Runs the work in one transaction with the note that the message was handled, so that a message which comes again has no second
 * effect. `undefined`: it was handled before. A second delivery at the same time waits for the first to commit.
 */
export const handleOnce = <T>(
  database: Database,
  message: { id: string; queue: string },
  work: (trx: Knex.Transaction) => Promise<T>,
): Promise<T | undefined> =>
  database.transaction(async (trx) => {
    const noted = await prepared(
      trx,
      'kit/inbox',
      'INSERT INTO inbox (message_id, queue) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING 1',
      [message.id, message.queue],
    )
    return noted.length === 0 ? undefined : await work(trx)
  })
