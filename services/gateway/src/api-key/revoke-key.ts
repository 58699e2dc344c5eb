import { fail, isUuid } from '@guidebook/service-kit'
import { createAccountQueries } from '../account/queries.ts'
import type { Context } from '../context.ts'
import { createKeyQueries } from './queries.ts'

export interface Revocation {
  account: string
  key: string
  /** Also all keys that it made, and that those made in turn. */
  descendants: boolean
}

/**
 * Revokes a key. The account is locked, as it is while a key is made: a key that a descendant makes at the same time is
 * either found here or refused there. Throws 404 `not-found` when there is nothing to revoke.
 */
export async function revokeKey(
  { database, clock, keyring, keyChanges }: Pick<Context, 'database' | 'clock' | 'keyring' | 'keyChanges'>,
  { account, key, descendants }: Revocation,
): Promise<void> {
  if (!isUuid(account) || !isUuid(key)) fail('not-found')
  const hashes = await keyChanges(account, () =>
    database.transaction(async (trx) => {
      await createAccountQueries(trx).lock(account)
      return createKeyQueries(trx).revoke({ account, key, descendants }, clock.now())
    }),
  )
  if (hashes.length === 0) fail('not-found')
  for (const hash of hashes) keyring.forget(hash)
}
