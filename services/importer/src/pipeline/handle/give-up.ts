import type { Context } from '../../context.ts'
import { createMailQueries } from '../../mail/queries.ts'

const reason = 'It could not be handled, and support has been told. You may send it again.'

/**
 * Ends a mail that fails by itself before any of its files was begun. Nobody is answered, since nobody knows yet whether its sender is
 * to be believed; it lies in the folder of what failed, and the log says why.
 */
export const giveUp = async (context: Context, mail: string): Promise<void> => {
  await context.database.transaction(async (trx) => {
    const mails = createMailQueries(trx)
    if ((await mails.lock(mail))?.state !== 'stored') return
    const now = context.clock.now()
    await mails.settle(mail, 'failed', reason, now)
    await trx('runs').where({ mail, state: 'quarantined' }).update({ state: 'failed', reason, finished_at: now })
  })
}
