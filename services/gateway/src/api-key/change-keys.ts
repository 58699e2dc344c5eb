import { dailyLimitReached, days, fail, isUuid, ServiceError, uuidv7 } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { lockAccounts } from '../account/queries.ts'
import type { Context } from '../context.ts'
import { generateKey } from './key-format.ts'
import { presentKey, type Revocation, readKeyUsage, revokeKeys } from './queries.ts'
import { requireAdmin, type Sender } from './require-admin.ts'

/** Largest number of keys of an account that are not revoked. */
const mostLiveKeys = 20
/**
 * Largest number of keys that keys and people of an account may create in 24 hours, including revoked ones. Revoked keys stay in the table to
 * connect a key with its descendants, so this bounds the rows of an account and the work of a revocation. Keys created by support do
 * not count: support must be able to replace the keys of an account whose leaked key used up the limit.
 */
const mostKeysMadePerDay = 100

/**
 * Creates a key, which can be read only from the returned value. `creator` is null for support on the admin listener. Test accounts get test keys.
 * Locks the account until the transaction ends. Throws 409 `too-many-keys`, 429 `rate-limited`, and when the creator lost the right meanwhile
 * 401 `unauthorized` (a key) or 403 `role-too-small` (a person).
 */
export async function createKey(
  trx: Knex.Transaction,
  account: { id: string; test: boolean },
  creator: Sender | null,
  now: Date,
) {
  await lockAccounts(trx, account.id)
  if (creator !== null) await requireAdmin(trx, account.id, creator)
  const usage = await readKeyUsage(trx, account.id, new Date(now.getTime() - days(1)))
  if (creator !== null && usage.made_by_account >= mostKeysMadePerDay) {
    const detail = `The account created ${mostKeysMadePerDay} keys in 24 hours. Use an existing key, or ask support for one.`
    throw dailyLimitReached(detail, usage.first_made_at ?? now, now)
  }
  if (usage.live >= mostLiveKeys) throw new ServiceError('too-many-keys')

  const { key, prefix, hash } = generateKey(account.test ? 'test' : 'live')
  const parent = creator?.keyId ?? null
  const person = parent === null ? (creator?.actor ?? null) : null
  const made = { parent, created_by: person, created_at: now }
  const row = { id: uuidv7(), account: account.id, prefix, ...made, last_used_at: null }
  await trx('api_keys').insert({ ...row, hash })
  return { ...presentKey(row), key }
}

/**
 * Revokes a key. It locks the account, as does the creation of a key: a key that a descendant creates at the same time is
 * either found here or refused there. `by` is null for support on the admin listener. Throws 404 `not-found` when there is nothing to revoke, and
 * 401 or 403 when the sender lost the right meanwhile.
 */
export async function revokeKey(
  { database, clock, keyring, accountChanges }: Context,
  { account, key, descendants }: Revocation,
  by: Sender | null,
): Promise<void> {
  if (!isUuid(account) || !isUuid(key)) fail('not-found')
  const hashes = await accountChanges.run(account, () =>
    database.transaction(async (trx) => {
      await lockAccounts(trx, account)
      if (by !== null) await requireAdmin(trx, account, by)
      return revokeKeys(trx, { account, key, descendants }, clock.now())
    }),
  )
  if (hashes.length === 0) fail('not-found')
  for (const hash of hashes) keyring.forget(hash)
}
