import { alignByOrdinality, prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { Revocation } from './revoke-key.ts'

export interface KeyRow {
  id: string
  account: string
  prefix: string
  /** The key that created this key; null when support created it. */
  parent: string | null
  created_at: Date
}

/** The account of a key that is not revoked. */
export interface KeyHolder {
  id: string
  account: string
  oid: string
  test: boolean
  prefix: string
}

/** Decides whether an account may have another key. */
export interface KeyUsage {
  live: number
  /** Number of keys that keys of the account created since then, including revoked ones. */
  madeByKeys: number
  /** Creation time of the first of these. */
  firstMadeAt: Date | null
  parentIsLive: boolean
}

export const createKeyQueries = (db: Knex | Knex.Transaction) => ({
  /** In the order of the hashes; null for a key that is unknown or revoked. */
  async holdersOf(hashes: readonly string[]): Promise<(KeyHolder | null)[]> {
    const rows = await prepared<KeyHolder & { place: number }>(
      db,
      'gateway/key-holders',
      `SELECT asked.place, k.id, k.account, a.oid, a.test, k.prefix
         FROM unnest(?::text[]) WITH ORDINALITY AS asked(hash, place)
         JOIN api_keys k ON k.hash = decode(asked.hash, 'hex')
         JOIN accounts a ON a.id = k.account
        WHERE k.revoked_at IS NULL`,
      [hashes],
    )
    return alignByOrdinality<KeyHolder>(hashes.length, rows)
  },

  /** Keys that are not revoked, oldest first. */
  list: (account: string): Promise<KeyRow[]> =>
    db('api_keys')
      .where({ account })
      .whereNull('revoked_at')
      .orderBy('id')
      .select('id', 'account', 'prefix', 'parent', 'created_at'),

  /** Exact only while the caller holds the account's lock. */
  async usage(account: string, parent: string | null, since: Date): Promise<KeyUsage> {
    const { rows } = await db.raw(
      `SELECT count(*) FILTER (WHERE revoked_at IS NULL)::integer AS live,
              count(*) FILTER (WHERE parent IS NOT NULL AND created_at > :since)::integer AS "madeByKeys",
              min(created_at) FILTER (WHERE parent IS NOT NULL AND created_at > :since) AS "firstMadeAt",
              coalesce(bool_or(id = :parent AND revoked_at IS NULL), false) AS "parentIsLive"
         FROM api_keys WHERE account = :account`,
      { account, parent, since } as Record<string, Knex.Value>,
    )
    return rows[0]
  },

  insert: (row: KeyRow & { hash: Buffer }): Promise<unknown> => db('api_keys').insert(row),

  /** Returns the hashes of the keys that this revoked. Descendants are also found through keys that were revoked before. */
  async revoke({ account, key, descendants }: Revocation, now: Date): Promise<string[]> {
    const { rows } = await db.raw(
      `WITH RECURSIVE lineage AS (
         SELECT id FROM api_keys WHERE id = :key AND account = :account
         UNION ALL SELECT child.id FROM api_keys child JOIN lineage ON child.parent = lineage.id WHERE :descendants)
       UPDATE api_keys SET revoked_at = :now WHERE id IN (SELECT id FROM lineage) AND revoked_at IS NULL
        RETURNING encode(hash, 'hex') AS hash`,
      { account, key, descendants, now },
    )
    return rows.map(({ hash }: { hash: string }) => hash)
  },
})
