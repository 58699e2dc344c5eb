import { type ClaimLoop, claimLoop, isOutage } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { SenderUndecided } from '../trust/sender-undecided.ts'
import { giveUp } from './give-up.ts'
import { handleMail } from './handle-mail.ts'
import { createMailQueries, type MailRow } from './queries.ts'

/** Until a mail is taken up again whose sender's domain gave no answer. */
const undecidedPauseMs = 60_000
/** After it another replica takes a mail over. */
const leaseMs = 120_000
/** Delays before a mail that failed by itself is tried again, milliseconds; after the last it is given up. */
const defaultRetrySchedule: readonly number[] = [1_000, 5_000, 15_000, 30_000]

/** Works off the mails that are stored, oldest first. One that fails by itself waits for its next try and holds up no other. */
export const createMailHandler = (
  context: Context,
  retrySchedule: readonly number[] = defaultRetrySchedule,
): ClaimLoop =>
  claimLoop({
    name: 'mail handler',
    pollMs: 1_000,
    log: context.log,
    run: async () => {
      const mail = await createMailQueries(context.database.knex).claim(context.clock.now(), leaseMs)
      if (mail === undefined) return 0
      await handleOrPutBack(context, mail, retrySchedule)
      context.wakeMailbox()
      return 1
    },
  })

const handleOrPutBack = async (context: Context, mail: MailRow, retrySchedule: readonly number[]): Promise<void> => {
  const mails = createMailQueries(context.database.knex)
  try {
    await handleMail(context, mail)
  } catch (error) {
    // What every mail needs is away: the loop pauses, and this was no attempt.
    if (isOutage(error)) {
      await mails.putBack(mail.id, null)
      throw error
    }
    if (error instanceof SenderUndecided) {
      context.log.warn({ mail: mail.id }, 'a sender cannot be verified yet: the DNS does not answer')
      return await mails.defer(mail.id, new Date(context.clock.now().getTime() + undecidedPauseMs))
    }
    const delay = retrySchedule[mail.attempts]
    context.log.error({ err: error, mail: mail.id, attempt: mail.attempts + 1 }, 'mail could not be handled')
    if (delay === undefined) await giveUp(context, mail.id)
    else await mails.putBack(mail.id, new Date(context.clock.now().getTime() + delay))
  }
}
