import { queueMail, storedAccount } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { createDeliveryQueries } from '../delivery/queries.ts'
import { createEndpointQueries } from './queries.ts'

/**
 * Switches an endpoint off, gives up what waits for it (to be recovered later) and tells the account by mail, together.
 * `false` when it was off already.
 */
export const disableEndpoint = async (
  trx: Knex.Transaction,
  account: string,
  reason: string,
  now: Date,
): Promise<boolean> => {
  if (!(await createEndpointQueries(trx).disable(account, reason, now))) return false
  await createDeliveryQueries(trx).failPending(account, now)
  const owner = await storedAccount(trx, account)
  if (owner !== null) {
    await queueMail(trx, {
      to: owner.email,
      subject: 'Your webhook has been switched off',
      text: [
        `Hello ${owner.name},`,
        '',
        'we have stopped sending releases to your webhook address.',
        reason,
        '',
        'Nothing is lost: every release that was not delivered is kept. When your address works again, ask our support',
        'to switch it on; support can then send everything that was missed since any point in time.',
      ].join('\n'),
      autoSubmitted: 'auto-generated',
    })
  }
  return true
}
