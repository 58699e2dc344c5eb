import { type ClaimLoop, claimLoop, isOutage } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { Context } from '../../context.ts'
import { finishMail } from './finish-mail.ts'

const batch = 20

/**
 * Ends the mails whose rows are all decided, each with its report. A report that can't be made is tried again after the delays given
 * (milliseconds); after the last the mail ends without one, so that it is not taken up for ever.
 */
export const createFinisher = (context: Context, retrySchedule: readonly number[]): ClaimLoop =>
  claimLoop({
    name: 'finisher',
    pollMs: 1_000,
    log: context.log,
    run: async (stopping) => {
      const decided = await decidedMails(context.database.knex, context.clock.now())
      for (const { mail, account, attempts } of decided) {
        if (stopping.aborted) break
        await finishOrPutOff(context, mail, account, retrySchedule[attempts])
      }
      if (decided.length > 0) context.wakeMailbox()
      return decided.length
    },
  })

interface DecidedMail {
  mail: string
  account: string
  attempts: number
}

const decidedMails = async (knex: Knex, now: Date): Promise<DecidedMail[]> => {
  const { rows } = await knex.raw(
    `select mail, min(account::text) as account, max(attempts) as attempts from runs
     where state = 'processing' and read_completely and pending = 0 and (retry_at is null or retry_at <= :now)
     group by mail limit ${batch}`,
    { now },
  )
  return rows
}

const finishOrPutOff = async (
  context: Context,
  mail: string,
  account: string,
  delay: number | undefined,
): Promise<void> => {
  try {
    // The report is written inside a transaction, where nobody can be asked: the account's language must be known by then.
    await context.accounts.find(account)
    await context.database.transaction((trx) => finishMail(trx, mail, context.clock.now()))
  } catch (error) {
    if (isOutage(error)) throw error
    context.log.error(
      { err: error, mail },
      delay === undefined ? 'mail ends without a report' : 'no report can be made',
    )
    if (delay === undefined) {
      await context.database.transaction((trx) => finishMail(trx, mail, context.clock.now(), { silently: true }))
    } else {
      await putOff(context.database.knex, mail, new Date(context.clock.now().getTime() + delay))
    }
  }
}

const putOff = async (knex: Knex, mail: string, retryAt: Date): Promise<void> => {
  await knex('runs')
    .where({ mail, state: 'processing' })
    .where('pending', 0)
    .where('read_completely', true)
    .update({ attempts: knex.raw('attempts + 1'), retry_at: retryAt })
}
