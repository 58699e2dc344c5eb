import type { Knex } from 'knex'
import type { Context } from '../context.ts'
import { createMailQueries } from '../mail/queries.ts'
import { queueReport } from '../report/queue-report.ts'
import { createRunQueries } from './queries.ts'

/** Ends the run if every row of it is decided; when it was the last run of its mail, ends the mail with its report. */
export const finishRunIfDecided = async (context: Context, trx: Knex.Transaction, id: string): Promise<void> => {
  const runs = createRunQueries(trx)
  const run = await runs.lockDecided(id)
  if (run === null) return
  await runs.finish(run.id, run.reason === null ? 'completed' : 'failed', context.clock.now())
  await finishMailIfDone(context, trx, run.mail)
}

/** Ends the mail once none of its runs is under way: report queued, state settled, to be filed. */
export const finishMailIfDone = async (context: Context, trx: Knex.Transaction, id: string): Promise<void> => {
  const mails = createMailQueries(trx)
  // Two runs that end at once must see each other.
  const mail = await mails.lock(id)
  if (mail === undefined || mail.state !== 'processing') return
  const runs = await createRunQueries(trx).ofMail(id)
  if (runs.some(({ state }) => state === 'processing')) return
  const allFailed = runs.every(({ state }) => state === 'failed')
  if (!mail.automatic) await queueReport(trx, mail, runs)
  await mails.settle(id, allFailed ? 'failed' : 'completed', null, context.clock.now())
}
