import type { Context } from '../../context.ts'
import { verbatim } from '../../explanation.ts'
import { createMailQueries } from '../../mail/queries.ts'

const reason = 'It could not be handled, and our support has been notified. You may send it again.'

/**
 * Fails a mail that could not be handled before any of its files was begun. Nobody gets an answer, because the sender may be forged. The mail is
 * filed in the folder for failed mails; the log has the reason.
 */
export const giveUp = async (context: Context, mail: string): Promise<void> => {
  await context.database.transaction(async (trx) => {
    const mails = createMailQueries(trx)
    if ((await mails.lock(mail))?.state !== 'stored') return
    const now = context.clock.now()
    await mails.settle(mail, 'failed', reason, now)
    await trx('runs')
      .where({ mail, state: 'quarantined' })
      .update({ state: 'failed', explanation: JSON.stringify(verbatim(reason)), finished_at: now })
  })
}
