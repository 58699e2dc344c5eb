import { queueMail, storedAccount } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { createDeliveryQueries } from '../delivery/queries.ts'
import { createEndpointQueries } from './queries.ts'
import { type EndReason, switchedOffMail } from './switched-off-mail.ts'

/** The reason in the API. */
const sentences: Record<EndReason, string> = {
  gone: 'The receiver responded with 410 Gone.',
  'nothing-but-failures': 'Every attempt in the last five days failed.',
}

/**
 * Disables an endpoint, fails its pending deliveries (they can be recovered) and queues a mail to the account, in one transaction.
 * Returns `false` when it was disabled before.
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
