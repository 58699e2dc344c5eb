import { failWith } from '@guidebook/service-kit'
import { destinationFault } from '@guidebook/service-kit/outbound'
import type { Knex } from 'knex'
import type { Context } from '../context.ts'
import { createEndpointQueries } from './queries.ts'
import { newSigningSecret } from './secret-box.ts'

/**
 * Sets the address of the account's webhook and creates its secret, which is returned only once. A previous secret continues to sign
 * for a while.
 */
export const setWebhook = async (context: Context, account: string, url: string): Promise<{ secret: string }> => {
  const fault = destinationFault(url, context.destinations)
  if (fault !== null) {
    failWith('webhook-url-not-allowed', [{ pointer: '/url', code: 'webhook-url-not-allowed', message: fault }])
  }
  const secret = newSigningSecret()
  const now = context.clock.now()
  await createEndpointQueries(context.database.knex).set(
    account,
    url,
    context.secrets.seal(secret, account),
    now,
    new Date(now.getTime() + context.secretOverlapMs),
  )
  return { secret }
}

/** Replaces the secret; `null` when the account has no endpoint. */
export const rotateSecret = async (
  context: Context,
  trx: Knex.Transaction,
  account: string,
): Promise<{ secret: string; previousValidUntil: Date } | null> => {
  const secret = newSigningSecret()
  const now = context.clock.now()
  const previousValidUntil = new Date(now.getTime() + context.secretOverlapMs)
  const sealed = context.secrets.seal(secret, account)
  const found = await createEndpointQueries(trx).rotate(account, sealed, now, previousValidUntil)
  return found ? { secret, previousValidUntil } : null
}
