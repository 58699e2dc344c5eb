import { ServiceError, uuidv7 } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { createAccountQueries } from '../account/queries.ts'
import { generateKey } from './key-format.ts'
import { presentKey } from './present.ts'
import { createKeyQueries } from './queries.ts'

/** Keys of one account that are not revoked. */
export const mostLiveKeys = 20
/**
 * Keys that the keys of one account may make in 24 hours, revoked ones included. Revoked keys stay in the table to connect a key with its
 * descendants, so this bounds what an account can add to it and how far a revocation has to look. Support is not counted: it
 * must be able to replace the keys of an account whose leaked key used them up.
 */
export const mostKeysMadePerDay = 100
const day = 24 * 60 * 60 * 1_000

export interface NewKey {
  account: { id: string; test: boolean }
  /** The key that makes it; null for support. */
  parent: string | null
  now: Date
}

/**
 * Makes a key; this answer is the only place where it can be read. Test accounts get test keys. Locks the account until the transaction
 * ends. Throws 409 `too-many-keys`, 429 `rate-limited`, and 401 `unauthorized` when the parent has been revoked meanwhile.
 */
export async function createKey(trx: Knex.Transaction, { account, parent, now }: NewKey) {
  await createAccountQueries(trx).lock(account.id)
  const keys = createKeyQueries(trx)
  const usage = await keys.usage(account.id, parent, new Date(now.getTime() - day))
  if (parent !== null) {
    if (!usage.parentIsLive) throw new ServiceError('unauthorized', { detail: 'The API key was revoked.' })
    if (usage.madeByKeys >= mostKeysMadePerDay) throw tooManyInADay(usage.firstMadeAt ?? now, now)
  }
  if (usage.live >= mostLiveKeys) throw new ServiceError('too-many-keys')

  const { key, prefix, hash } = generateKey(account.test ? 'test' : 'live')
  const row = { id: uuidv7(), account: account.id, prefix, parent, created_at: now }
  await keys.insert({ ...row, hash })
  return { ...presentKey(row), key }
}

const tooManyInADay = (firstMadeAt: Date, now: Date) =>
  new ServiceError('rate-limited', {
    detail: `The keys of the account made ${mostKeysMadePerDay} keys in 24 hours. Use an existing key, or ask support for one.`,
    headers: { 'Retry-After': String(Math.max(1, Math.ceil((firstMadeAt.getTime() + day - now.getTime()) / 1_000))) },
  })
