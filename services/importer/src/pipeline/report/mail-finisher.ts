import { type ClaimLoop, claimLoop, isOutage } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { Context } from '../../context.ts'
import { finishMail } from './finish-mail.ts'

const batch = 20

/**
 * Ends the mails whose rows are all decided, each with a report. A report that fails is retried after the delays of the schedule, in milliseconds;
 * after the last the mail ends without a report, so that it is not retried forever.
 */
export const createMailFinisher = (context: Context, retrySchedule: readonly number[]): ClaimLoop => {
  const run = async (stopping: AbortSignal) => {
    const decided = await decidedMails(context.database.knex, context.clock.now())
    for (const { mail, account, attempts } of decided) {
      if (stopping.aborted) break
      await finishOrDefer(context, mail, account, retrySchedule[attempts])
    }
    if (decided.length > 0) context.wake.emit('mailDecided')
    return decided.length
  }
  const loop = claimLoop({ name: 'mail finisher', pollMs: 1_000, log: context.log, run })
  context.wake.on('runDecided', loop.wake)
  return loop
}

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

const finishOrDefer = async (
  context: Context,
  mail: string,
  account: string,
  delay: number | undefined,
): Promise<void> => {
  try {
    // The report is written inside a transaction, which must not call the gateway: the account's language is cached first.
    await context.accounts.find(account)
    await context.database.transaction((trx) => finishMail(trx, mail, context.clock.now()))
  } catch (error) {
    if (isOutage(error)) throw error
    context.log.error({ err: error, mail }, delay === undefined ? 'mail ended without a report' : 'report failed')
    if (delay === undefined) {
      await context.database.transaction((trx) => finishMail(trx, mail, context.clock.now(), { silently: true }))
    } else {
      await defer(context.database.knex, mail, new Date(context.clock.now().getTime() + delay))
    }
  }
}

const defer = async (knex: Knex, mail: string, retryAt: Date): Promise<void> => {
  await knex('runs')
    .where({ mail, state: 'processing' })
    .where('pending', 0)
    .where('read_completely', true)
    .update({ attempts: knex.raw('attempts + 1'), retry_at: retryAt })
}
