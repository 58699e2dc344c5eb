import { isUuid, prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'

export interface KeyRow {
  id: string
  account: string
  prefix: string
  created_at: Date
}

/** Whom a key that is not revoked stands for. */
export interface KeyHolder {
  account: string
  oid: string
  test: boolean
  prefix: string
}

export const createKeyQueries = (db: Knex | Knex.Transaction) => ({
  async holderOf(hash: string): Promise<KeyHolder | null> {
    const rows = await prepared<KeyHolder>(
      db,
      'gateway/key-holder',
      `SELECT k.account, a.oid, a.test, k.prefix FROM api_keys k JOIN accounts a ON a.id = k.account
        WHERE k.hash = decode(?, 'hex') AND k.revoked_at IS NULL`,
      [hash],
    )
    return rows[0] ?? null
  },

  /** Those that are not revoked, oldest first. */
  list: (account: string): Promise<KeyRow[]> =>
    db('api_keys')
      .where({ account })
      .whereNull('revoked_at')
      .orderBy('id')
      .select('id', 'account', 'prefix', 'created_at'),

  insert: (row: KeyRow & { hash: Buffer }): Promise<unknown> => db('api_keys').insert(row),

  /** Answers the hash of the key, null when the account has no such key (any more). */
  async revoke(account: string, id: string, now: Date): Promise<string | null> {
    if (!isUuid(id) || !isUuid(account)) return null
    const { rows } = await db.raw(
      `UPDATE api_keys SET revoked_at = ? WHERE id = ? AND account = ? AND revoked_at IS NULL
        RETURNING encode(hash, 'hex') AS hash`,
      [now, id, account],
    )
    return rows[0]?.hash ?? null
  },
})
