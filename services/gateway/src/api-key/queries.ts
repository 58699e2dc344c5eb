import { alignByOrdinality, prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { AccountRow, ApiKeyRow } from '../generated/rows.ts'

/** The account of a key that is not revoked. */
export type KeyHolder = Pick<ApiKeyRow, 'id' | 'account' | 'prefix' | 'last_used_at'> &
  Pick<AccountRow, 'oid' | 'test'> & { suspended: boolean }

/** In the order of the hashes (hexadecimal digits); null for a key that is unknown or revoked. */
export async function findKeyHolders(db: Knex, hashes: readonly string[]): Promise<(KeyHolder | null)[]> {
  const rows = await prepared<KeyHolder & { place: number }>(
    db,
    'gateway/key-holders',
    `select asked.place, k.id, k.account, a.oid, a.test, k.prefix, k.last_used_at,
            a.suspended_at is not null as suspended
       from unnest(cast(:hashes as text[])) with ordinality as asked(hash, place)
       join api_keys k on k.hash = decode(asked.hash, 'hex')
       join accounts a on a.id = k.account
      where k.revoked_at is null`,
    { hashes },
  )
  return alignByOrdinality<KeyHolder>(hashes.length, rows)
}

/** Records the use of keys, unless it is recorded since then. A key that another gateway is recording, or that is being revoked, is left out. */
export async function touchKeys(
  db: Knex,
  ids: readonly string[],
  { now, since }: { now: Date; since: Date },
): Promise<void> {
  await prepared(
    db,
    'gateway/touch-keys',
    `update api_keys set last_used_at = :now
      where id in (select id from api_keys
                    where id = any(cast(:ids as uuid[])) and (last_used_at is null or last_used_at < :since)
                      for no key update skip locked)`,
    { ids, now, since },
  )
}

type ListedKey = Pick<ApiKeyRow, 'id' | 'prefix' | 'parent' | 'created_by' | 'created_at' | 'last_used_at'>

/** Keys that are not revoked, oldest first. */
export const listKeys = (db: Knex, account: string): Promise<ListedKey[]> =>
  db<ApiKeyRow>('api_keys')
    .where({ account, revoked_at: null })
    .orderBy('id')
    .select('id', 'prefix', 'parent', 'created_by', 'created_at', 'last_used_at')

export const presentKey = ({ id, prefix, parent, created_by, created_at, last_used_at }: ListedKey) => ({
  id,
  prefix,
  parent,
  createdBy: created_by,
  createdAt: created_at.toISOString(),
  lastUsedAt: last_used_at?.toISOString() ?? null,
})

/** What decides whether an account may have another key: its live keys, and those that its keys and people created since then, also revoked ones. */
interface KeyUsage {
  live: number
  made_by_account: number
  first_made_at: Date | null
}

/** Exact only while the caller holds the account's lock. */
export async function readKeyUsage(trx: Knex.Transaction, account: string, since: Date): Promise<KeyUsage> {
  const [usage] = await prepared<KeyUsage>(
    trx,
    'gateway/key-usage',
    `select cast(count(*) filter (where revoked_at is null) as integer) as live,
            cast(count(*) filter (where (parent is not null or created_by is not null) and created_at > :since) as integer) as made_by_account,
            min(created_at) filter (where (parent is not null or created_by is not null) and created_at > :since) as first_made_at
       from api_keys where account = :account`,
    { account, since },
  )
  return usage as KeyUsage
}

/** Exact only while the caller holds the account's lock. */
export const isLiveKey = async (trx: Knex.Transaction, account: string, id: string): Promise<boolean> =>
  (await trx('api_keys').where({ account, id, revoked_at: null }).first('id')) !== undefined

export interface Revocation {
  account: string
  key: string
  /** Whether to revoke also all keys made with it, directly or indirectly. */
  descendants: boolean
}

/** Returns the hashes of the keys that this revoked. Descendants are also found through keys that were revoked before. */
export async function revokeKeys(trx: Knex.Transaction, revocation: Revocation, now: Date): Promise<string[]> {
  const rows = await prepared<{ hash: string }>(
    trx,
    'gateway/revoke-keys',
    `with recursive lineage as (
       select id from api_keys where id = :key and account = :account
       union all select child.id from api_keys child join lineage on child.parent = lineage.id
        where cast(:descendants as boolean))
     update api_keys set revoked_at = :now where id in (select id from lineage) and revoked_at is null
      returning encode(hash, 'hex') as hash`,
    { ...revocation, now },
  )
  return rows.map(({ hash }) => hash)
}
