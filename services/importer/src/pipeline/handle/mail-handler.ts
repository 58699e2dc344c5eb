import { type ClaimLoop, claimLoop, isOutage, withLease, workerLoops } from '@guidebook/service-kit'
import { after, type Context, leaseTimes } from '../../context.ts'
import { inEnglish } from '../../explanation.ts'
import type { MailRow } from '../../generated/rows.ts'
import { claimMail, lockMail, settleMail, sharedTurn } from '../../mail/queries.ts'
import { SenderUnverifiedError } from '../../trust/verify-signatures.ts'
import { endHeldRuns } from './begin-runs.ts'
import { handleMail } from './handle-mail.ts'

/** Mails handled at once by one process, so that one with a long attachment does not delay other accounts. */
const parallelism = 4
/** Shortest pause before a mail is handled again whose sender's domain gave no DNS response, milliseconds. */
const unverifiedPauseMs = 60_000
/** The pause as a share of the mail's age: each attempt reads the whole mail. */
const unverifiedPauseShare = 0.1
/** How long after its arrival such a mail keeps the later mails of its account waiting, milliseconds. */
const keepsOrderMs = 5 * 60_000

/** Handles stored mails: accounts take turns, each with one mail at a time, the oldest first. */
export const createMailHandler = (context: Context): ClaimLoop => {
  const name = 'mail handler'
  const { log, wake, database } = context
  const run = async () => {
    const mail = await claimMail(database.knex, context.clock.now(), after(context, leaseTimes.leaseMs))
    if (mail === undefined) return 0
    await handleOrRelease(context, mail)
    wake.emit('runsBegun')
    wake.emit('mailDecided')
    return 1
  }
  const loops = workerLoops(name, parallelism, () => claimLoop({ name, pollMs: 1_000, log, run }))
  wake.on('mailStored', loops.wakeOne)
  return loops
}

const handleOrRelease = async (context: Context, mail: MailRow): Promise<void> => {
  const { log, database } = context
  const row = () => database.knex('mails').where({ id: mail.id })
  let leasedUntil = mail.leased_until
  /** `false` when the mail has been decided by another process, or this attempt has ended. */
  const renew = async () => {
    const until = after(context, leaseTimes.leaseMs)
    const renewed = await row().where({ state: 'stored', leased_until: leasedUntil }).update({ leased_until: until })
    leasedUntil = until
    return renewed === 1
  }
  if (mail.attempts > context.retrySchedule.length + 1) {
    log.error({ mail: mail.id }, 'mail given up: no attempt came to a result')
    return await giveUp(context, mail.id)
  }
  try {
    await withLease({ ...leaseTimes, renew, log }, () => handleMail(context, mail))
  } catch (error) {
    const uncounted = { attempts: database.knex.raw('attempts - 1') }
    // The loop pauses during an outage, and the attempt is not counted.
    if (isOutage(error)) {
      await row().update({ leased_until: null, ...uncounted })
      throw error
    }
    if (error instanceof SenderUnverifiedError) {
      log.warn({ mail: mail.id }, 'sender could not be verified: no DNS response')
      const ageMs = context.clock.now().getTime() - mail.received_at.getTime()
      const turn = ageMs > keepsOrderMs ? { turn_account: sharedTurn } : {}
      const pauseMs = Math.max(unverifiedPauseMs, ageMs * unverifiedPauseShare)
      await row().update({ leased_until: after(context, pauseMs), ...turn, ...uncounted })
      return
    }
    const delayMs = context.retrySchedule[mail.attempts - 1]
    log.error({ err: error, mail: mail.id, attempt: mail.attempts }, 'mail could not be handled')
    if (delayMs === undefined) await giveUp(context, mail.id)
    else await row().update({ leased_until: after(context, delayMs) })
  }
}

const reason = { id: 'mail.given-up' } as const

/**
 * Fails a mail that could not be handled before any of its files was begun. Nobody gets an answer, because the sender may be forged. The mail is
 * filed in the folder for failed mails; the log has the reason.
 */
const giveUp = async ({ database, clock }: Context, mail: string): Promise<void> => {
  await database.transaction(async (trx) => {
    if ((await lockMail(trx, mail))?.state !== 'stored') return
    await settleMail(trx, mail, 'failed', inEnglish(reason), clock.now())
    await endHeldRuns(trx, mail, reason, clock.now())
  })
}
