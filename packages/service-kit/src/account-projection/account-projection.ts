import { type AccountProjection, operations } from '@guidebook/contracts'
import type { Knex } from 'knex'
import { batched } from '../batch/batched.ts'
import type { InternalClient } from '../client/internal-client.ts'
import { type Database, prepared } from '../database/index.ts'
import { isOutage } from '../errors/outage.ts'

export type AccountProjections = ReturnType<typeof createAccountProjections>

/**
 * This service's own copy of account data, filled by `account.changed.v1` and by asking the gateway on a miss. `gateway` is the internal client
 * of the gateway; only this service's own table is read and written.
 */
export const createAccountProjections = (database: Database, gateway: InternalClient) => {
  const { knex } = database
  const findStored = batched<string, AccountProjection | null>({
    load: async (ids) => {
      const found = new Map((await stored(knex, 'id', ids)).map((account) => [account.id, account]))
      return ids.map((id) => found.get(id) ?? null)
    },
  })
  const store = async (projection: AccountProjection | null): Promise<AccountProjection | null> => {
    if (projection !== null) await remember(knex, projection)
    return projection
  }
  const fetchById = async (id: string) => {
    const { body } = await gateway.call(operations.readAccount, { params: { account_id: id } })
    return await store(body.account)
  }

  return {
    /** Stores the projection unless a newer one is stored already. */
    remember,
    /** `null` when no such account exists. Asks the gateway over HTTP on a miss, so never call it inside a transaction. */
    find: async (id: string): Promise<AccountProjection | null> => (await findStored(id)) ?? (await fetchById(id)),
    /** Like `find`. */
    async findByOid(oid: string): Promise<AccountProjection | null> {
      const [own] = await stored(knex, 'oid', [oid])
      if (own !== undefined) return own
      const { body } = await gateway.call(operations.findAccountByOid, { query: { oid } })
      return await store(body.account)
    },
    /**
     * Whether the two accounts are connected now, as the gateway says: the copy learns of a new or removed connection a moment later. While the
     * gateway is unavailable, a connection of the copy counts; without one the outage is thrown, because a new one may be missing.
     */
    async areConnected(account: string, other: string): Promise<boolean> {
      try {
        const now = await fetchById(account)
        return now?.connections.includes(other) ?? false
      } catch (error) {
        if (!isOutage(error)) throw error
        const own = await findStored(account)
        if (own?.connections.includes(other)) return true
        throw error
      }
    },
  }
}

const remember = async (db: Knex | Knex.Transaction, projection: AccountProjection): Promise<void> => {
  const { id, oid, version } = projection
  await db.raw(
    `INSERT INTO account_projections AS p (id, oid, version, projection)
     VALUES (:id, :oid, :version, :projection)
     ON CONFLICT (id) DO UPDATE SET oid = excluded.oid, version = excluded.version, projection = excluded.projection
       WHERE p.version < excluded.version`,
    { id, oid, version, projection: JSON.stringify(projection) },
  )
}

/** Reads only this service's own copy, for use inside a transaction; `null` when there is none yet. */
export const storedAccount = async (db: Knex | Knex.Transaction, id: string): Promise<AccountProjection | null> =>
  (await stored(db, 'id', [id]))[0] ?? null

const stored = async (db: Knex | Knex.Transaction, column: 'id' | 'oid', values: readonly string[]) => {
  const rows = await prepared<{ projection: AccountProjection }>(
    db,
    `kit/accounts-by-${column}`,
    `SELECT projection FROM account_projections WHERE ${column} = ANY(?)`,
    [values],
  )
  return rows.map(({ projection }) => projection)
}
