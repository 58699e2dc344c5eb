import { type ClaimLoop, claimLoop, isOutage, withLease, workerLoops } from '@guidebook/service-kit'
import type { Context } from '../../context.ts'
import { leaseMs, renewEveryMs } from '../../lease-times.ts'
import { createMailQueries, type MailRow } from '../../mail/queries.ts'
import { SenderUnverifiedError } from '../../trust/sender-unverified-error.ts'
import { giveUp } from './give-up.ts'
import { handleMail } from './handle-mail.ts'

/** Mails handled at once by one process, so that one with a long attachment does not delay the others. */
const parallelism = 4
/** Pause before a mail is handled again whose sender's domain gave no DNS response, milliseconds. */
const unverifiedPauseMs = 60_000

/**
 * Handles stored mails: accounts take turns, each with its oldest mail first. A mail that fails is handled again after the delays of the schedule,
 * in milliseconds.
 */
export const createMailHandler = (context: Context, retrySchedule: readonly number[]): ClaimLoop => {
  const name = 'mail handler'
  const run = async () => {
    const mail = await createMailQueries(context.database.knex).claim(context.clock.now(), leaseMs)
    if (mail === undefined) return 0
    await handleOrRelease(context, mail, retrySchedule)
    context.wake.emit('runsBegun')
    context.wake.emit('mailDecided')
    return 1
  }
  const loops = workerLoops(name, parallelism, () => claimLoop({ name, pollMs: 1_000, log: context.log, run }))
  context.wake.on('mailStored', loops.wake)
  return loops
}

const handleOrRelease = async (context: Context, mail: MailRow, retrySchedule: readonly number[]): Promise<void> => {
  const { log, clock } = context
  const mails = createMailQueries(context.database.knex)
  try {
    const renew = () => mails.renewLease(mail.id, new Date(clock.now().getTime() + leaseMs))
    await withLease({ leaseMs, renewEveryMs, renew, log }, () => handleMail(context, mail))
  } catch (error) {
    // The loop pauses during an outage, and the attempt is not counted.
    if (isOutage(error)) {
      await mails.releaseLease(mail.id, null)
      throw error
    }
    if (error instanceof SenderUnverifiedError) {
      log.warn({ mail: mail.id }, 'sender could not be verified: no DNS response')
      return await mails.defer(mail.id, new Date(clock.now().getTime() + unverifiedPauseMs))
    }
    const delayMs = retrySchedule[mail.attempts]
    log.error({ err: error, mail: mail.id, attempt: mail.attempts + 1 }, 'mail could not be handled')
    if (delayMs === undefined) await giveUp(context, mail.id)
    else await mails.releaseLease(mail.id, new Date(clock.now().getTime() + delayMs))
  }
}
