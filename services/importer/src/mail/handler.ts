import { type ClaimLoop, claimLoop, isOutage } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { giveUp } from './give-up.ts'
import { handleMail } from './handle-mail.ts'
import { createMailQueries, type MailRow } from './queries.ts'

/** After it another replica takes a mail over. */
const leaseMs = 120_000
/** A mail that fails so often by itself is given up, so that it never blocks the next. */
const mostAttempts = 5

/** Works off the mails that are stored, oldest first. */
export const createMailHandler = (context: Context): ClaimLoop =>
  claimLoop({
    name: 'mail handler',
    pollMs: 1_000,
    log: context.log,
    run: async () => {
      const mail = await createMailQueries(context.database.knex).claim(context.clock.now(), leaseMs)
      if (mail === undefined) return 0
      await handleOrPutBack(context, mail)
      context.wakeMailbox()
      return 1
    },
  })

const handleOrPutBack = async (context: Context, mail: MailRow): Promise<void> => {
  try {
    await handleMail(context, mail)
  } catch (error) {
    const mails = createMailQueries(context.database.knex)
    const attempts = await mails.putBack(mail.id, !isOutage(error))
    if (attempts < mostAttempts) throw error
    context.log.error({ err: error, mail: mail.id }, 'mail given up')
    await giveUp(context, mail.id)
  }
}
