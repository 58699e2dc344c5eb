import type { Knex } from 'knex'
import { createMailQueries } from '../../mail/queries.ts'
import { queueReport } from '../../report/queue-report.ts'
import { createRunQueries, type RunRow, reasonOf } from '../../run/queries.ts'

const isDecided = ({ state, read_completely, pending }: RunRow): boolean =>
  state === 'processing' && read_completely && pending === 0

/**
 * Ends the decided runs of a mail. After the last run it ends the mail and queues its report in the same transaction. `silently`: without a
 * report. Locks the mail before its runs.
 */
export const finishMail = async (
  trx: Knex.Transaction,
  id: string,
  now: Date,
  { silently = false } = {},
): Promise<void> => {
  const mails = createMailQueries(trx)
  const queries = createRunQueries(trx)
  const mail = await mails.lock(id)
  if (mail === undefined) return
  const runs = await queries.lockOfMail(id)
  for (const run of runs.filter(isDecided)) {
    run.state = reasonOf(run) === null ? 'completed' : 'failed'
    await queries.finish(run.id, run.state, now)
  }
  if (mail.state !== 'processing' || runs.some(({ state }) => state === 'processing')) return
  if (!silently) await queueReport(trx, mail, runs, now)
  const isFailed = runs.every(({ state }) => state === 'failed')
  await mails.settle(id, isFailed ? 'failed' : 'completed', null, now)
}
