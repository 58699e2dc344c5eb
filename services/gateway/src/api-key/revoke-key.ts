import { fail, isUuid } from '@guidebook/service-kit'
import { createAccountQueries } from '../account/queries.ts'
import type { Context } from '../context.ts'
import { createKeyQueries } from './queries.ts'

export interface Revocation {
  account: string
  key: string
  /** Whether to revoke also all keys made with it, directly or indirectly. */
  descendants: boolean
}

/**
 * Revokes a key. It locks the account, as does the creation of a key: a key that a descendant creates at the same time is
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
