import { type ClaimLoop, claimLoop, isOutage } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { after, type Context } from '../../context.ts'
import { type EndedMail, finishMail } from './finish-mail.ts'
import { mailDurations } from './mail-durations.ts'

const batch = 20

/**
 * Ends the mails whose rows are all decided, each with a report. After the last retry of a report the mail ends without one, so that it is not
 * retried forever.
 */
export const createMailFinisher = (context: Context): ClaimLoop => {
  const onEnded = mailDurations(context.clock)
  const run = async (stopping: AbortSignal) => {
    const decided = await decidedMails(context.database.knex, context.clock.now())
    for (const mail of decided) {
      if (stopping.aborted) break
      onEnded(await finishOrDefer(context, mail))
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

const decidedRuns = (knex: Knex) => knex('runs').where({ state: 'processing', read_completely: true, pending: 0 })

const decidedMails = async (knex: Knex, now: Date): Promise<DecidedMail[]> =>
  await decidedRuns(knex)
    .where((run) => run.whereNull('retry_at').orWhere('retry_at', '<=', now))
    .groupBy('mail')
    .limit(batch)
    .select('mail', knex.raw('min(account::text) as account, max(attempts) as attempts'))

const finishOrDefer = async (
  context: Context,
  { mail, account, attempts }: DecidedMail,
): Promise<EndedMail | undefined> => {
  const { database, accounts, clock, log } = context
  try {
    // The report is written inside a transaction, which must not call the gateway: the account's language is cached first.
    await accounts.find(account)
    return await database.transaction((trx) => finishMail(trx, mail, clock.now()))
  } catch (error) {
    if (isOutage(error)) throw error
    const delay = context.retrySchedule[attempts]
    log.error({ err: error, mail }, delay === undefined ? 'mail ended without a report' : 'report failed')
    if (delay === undefined) {
      return await database.transaction((trx) => finishMail(trx, mail, clock.now(), { silently: true }))
    }
    const deferred = { attempts: database.knex.raw('attempts + 1'), retry_at: after(context, delay) }
    await decidedRuns(database.knex).where({ mail }).update(deferred)
    return undefined
  }
}
