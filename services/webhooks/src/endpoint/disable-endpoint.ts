import { queueMail, storedAccount } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { createDeliveryQueries } from '../delivery/queries.ts'
import { createEndpointQueries } from './queries.ts'
import { type EndReason, switchedOffMail } from './switched-off-mail.ts'

/** As the account reads it in the API. */
const sentences: Record<EndReason, string> = {
  gone: 'The receiver answered 410 Gone.',
  'nothing-but-failures': 'Every attempt of the last five days failed.',
}

/**
 * Switches an endpoint off, gives up what waits for it (to be recovered later) and tells the account by mail, together.
 * `false` when it was off already.
 */
export const disableEndpoint = async (
  trx: Knex.Transaction,
  account: string,
  reason: EndReason,
  now: Date,
): Promise<boolean> => {
  const endpoint = await createEndpointQueries(trx).disable(account, sentences[reason], now)
  if (endpoint === undefined) return false
  await createDeliveryQueries(trx).failPending(account, now)
  const owner = await storedAccount(trx, account)
  if (owner !== null) await queueMail(trx, switchedOffMail(owner, endpoint.url, reason))
  return true
}
