import { ServiceError, uuidv7 } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { createAccountQueries } from '../account/queries.ts'
import { generateKey } from './key-format.ts'
import { presentKey } from './present.ts'
import { createKeyQueries } from './queries.ts'

/** Largest number of keys of an account that are not revoked. */
export const mostLiveKeys = 20
/**
 * Largest number of keys that keys of an account may create in 24 hours, including revoked ones. Revoked keys stay in the table to
 * connect a key with its descendants, so this bounds the rows of an account and the work of a revocation. Keys created by support do
 * not count: support must be able to replace the keys of an account whose leaked key used up the limit.
 */
export const mostKeysMadePerDay = 100
const day = 24 * 60 * 60 * 1_000

export interface NewKey {
  account: { id: string; test: boolean }
  /** The key that creates it; null for support. */
  parent: string | null
  now: Date
}

/**
 * Creates a key. It can be read only from the returned value. Test accounts get test keys. Locks the account until the transaction
 * ends. Throws 409 `too-many-keys`, 429 `rate-limited`, and 401 `unauthorized` when the parent was revoked meanwhile.
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
    detail: `The keys of the account created ${mostKeysMadePerDay} keys in 24 hours. Use an existing key, or ask support for one.`,
    headers: { 'Retry-After': String(Math.max(1, Math.ceil((firstMadeAt.getTime() + day - now.getTime()) / 1_000))) },
  })
