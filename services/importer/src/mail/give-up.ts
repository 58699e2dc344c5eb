import type { Context } from '../context.ts'
import { finishMailIfDone, finishRunIfDecided } from '../run/finish-run.ts'
import { createRunQueries } from '../run/queries.ts'
import { createMailQueries } from './queries.ts'

const reason = 'It could not be handled, and support has been told. You may send it again.'

/**
 * Ends a mail that fails by itself. Its runs end too, so that the same file may be sent again, and its sender is answered; a mail
 * without a run was not found to be trusted, and is not answered.
 */
export const giveUp = async (context: Context, mail: string): Promise<void> => {
  try {
    await context.database.transaction(async (trx) => {
      const runs = createRunQueries(trx)
      const begun = (await runs.ofMail(mail)).filter(({ state }) => state === 'processing')
      const now = context.clock.now()
      await createMailQueries(trx).settle(mail, begun.length === 0 ? 'failed' : 'processing', reason, now)
      for (const { id } of begun) {
        await runs.endReading(id, reason)
        await finishRunIfDecided(context, trx, id)
      }
      await finishMailIfDone(context, trx, mail)
    })
  } catch (error) {
    // The report itself fails: the mail must come to an end all the same, or it would be taken up for ever.
    context.log.error({ err: error, mail }, 'mail ended without a report')
    await createMailQueries(context.database.knex).settle(mail, 'failed', reason, context.clock.now())
  }
}
