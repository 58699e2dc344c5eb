import { isOutage } from '@guidebook/service-kit'
import type { Context } from '../../context.ts'
import { leaseMs, whileLeased } from '../../lease.ts'
import { type SeveralLoops, severalLoops } from '../../several-loops.ts'
import { SenderUndecided } from '../../trust/sender-unverified-error.ts'
import { giveUp } from './give-up.ts'
import { handleMail } from './handle-mail.ts'
import { createMailQueries, type MailRow } from '../../mail/queries.ts'

/** Mails that one process handles at once: one with a long attachment holds up no other. */
const atOnce = 4
/** Until a mail is taken up again whose sender's domain gave no answer. Milliseconds. */
const undecidedPauseMs = 60_000

/** Works off the mails that are stored: accounts take turns, each with its oldest mail first. One that fails by itself waits for its next try, after the delays given (milliseconds). */
export const createMailHandler = (context: Context, retrySchedule: readonly number[]): SeveralLoops =>
  severalLoops(atOnce, {
    name: 'mail handler',
    pollMs: 1_000,
    log: context.log,
    run: async () => {
      const mail = await createMailQueries(context.database.knex).claim(context.clock.now(), leaseMs)
      if (mail === undefined) return 0
      await handleOrPutBack(context, mail, retrySchedule)
      context.wakeReader()
      context.wakeMailbox()
      return 1
    },
  })

const handleOrPutBack = async (context: Context, mail: MailRow, retrySchedule: readonly number[]): Promise<void> => {
  const mails = createMailQueries(context.database.knex)
  try {
    await whileLeased({ extend: () => extend(context, mail.id), log: context.log }, () => handleMail(context, mail))
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

/** A mail that another process has decided meanwhile is nobody's any more; handling it to the end changes nothing then. */
const extend = async ({ database, clock }: Context, id: string): Promise<boolean> => {
  const until = new Date(clock.now().getTime() + leaseMs)
  return (await database.knex('mails').where({ id, state: 'stored' }).update({ leased_until: until })) === 1
}
