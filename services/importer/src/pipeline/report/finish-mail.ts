import type { Knex } from 'knex'
import { lockMail, settleMail } from '../../mail/queries.ts'
import { queueReport } from '../../report/queue-report.ts'
import { type RunRow, reasonOf } from '../../run/queries.ts'

const isDecided = ({ state, read_completely, pending }: RunRow): boolean =>
  state === 'processing' && read_completely && pending === 0

export interface EndedMail {
  state: 'completed' | 'failed'
  receivedAt: Date
}

/**
 * Ends the decided runs of a mail. After the last run it ends the mail and queues its report in the same transaction. `silently`: without a
 * report. Locks the mail before its runs. Returns the mail's arrival and its final state when it ended.
 */
export const finishMail = async (
  trx: Knex.Transaction,
  id: string,
  now: Date,
  { silently = false } = {},
): Promise<EndedMail | undefined> => {
  const mail = await lockMail(trx, id)
  if (mail === undefined) return undefined
  const runs: RunRow[] = await trx('runs').where({ mail: id }).orderBy('attachment').forUpdate()
  for (const run of runs.filter(isDecided)) {
    run.state = reasonOf(run) === null ? 'completed' : 'failed'
    await trx('runs').where({ id: run.id }).update({ state: run.state, finished_at: now, attempts: 0, retry_at: null })
  }
  if (mail.state !== 'processing' || runs.some(({ state }) => state === 'processing')) return undefined
  if (!silently) await queueReport(trx, mail, runs, now)
  const isFailed = runs.every(({ state }) => state === 'failed')
  const state = isFailed ? 'failed' : 'completed'
  await settleMail(trx, id, state, null, now)
  return { state, receivedAt: mail.received_at }
}
