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
    let handled = 0
    for (const mail of decided) {
      if (stopping.aborted) break
      if (!(await countAttempt(context, mail))) continue
      onEnded(await finishOrDefer(context, mail))
      handled++
    }
    if (handled > 0) context.wake.emit('mailDecided')
    return handled
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

/**
 * Counts an attempt before it begins, and defers the next one: a report that ends the process must not be retried forever. Returns `false` when
 * another process has the mail; it holds the locks of the runs while it writes the report.
 */
const countAttempt = async (context: Context, { mail, attempts }: DecidedMail): Promise<boolean> => {
  const { database, clock, retrySchedule } = context
  const delay = retrySchedule[attempts] ?? retrySchedule.at(-1) ?? 0
  const { rowCount } = await database.knex.raw(
    `update runs set attempts = attempts + 1, retry_at = :retryAt where id in (
       select id from runs where mail = :mail and state = 'processing' and read_completely and pending = 0
         and (retry_at is null or retry_at <= :now) for update skip locked)`,
    { mail, now: clock.now(), retryAt: after(context, delay) },
  )
  return rowCount > 0
}

const finishOrDefer = async (
  context: Context,
  { mail, account, attempts }: DecidedMail,
): Promise<EndedMail | undefined> => {
  const { database, accounts, clock, log, retrySchedule } = context
  const silently = attempts > retrySchedule.length
  if (silently) log.error({ mail }, 'mail ended without a report')
  try {
    // The report is written inside a transaction, which must not call the gateway: the account's language is cached first.
    if (!silently) await accounts.find(account)
    return await database.transaction((trx) => finishMail(trx, mail, clock.now(), { silently }))
  } catch (error) {
    // The loop pauses during an outage, and the attempt is not counted.
    if (isOutage(error)) {
      await decidedRuns(database.knex).where({ mail }).update({ attempts, retry_at: null })
      throw error
    }
    log.error({ err: error, mail, attempt: attempts + 1 }, 'report failed')
    return undefined
  }
}
