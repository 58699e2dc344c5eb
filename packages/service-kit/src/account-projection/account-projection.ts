import { type AccountProjection, operations } from '@guidebook/contracts'
import type { Knex } from 'knex'
import { batched } from '../batch/index.ts'
import type { InternalClient } from '../client/index.ts'
import { type Database, prepared } from '../database/index.ts'

/** What this service knows of accounts: its own copy, filled by `account.changed.v1` and by asking the gateway on a miss. */
export interface AccountProjections {
  /** `null` when no such account exists. Asks the gateway over HTTP on a miss, so never call it inside a transaction. */
  find(id: string): Promise<AccountProjection | null>
  findByOid(oid: string): Promise<AccountProjection | null>
  /** Whether the two accounts are connected; a `false` of the copy is confirmed by the gateway, so a fresh connection counts at once. */
  areConnected(account: string, other: string): Promise<boolean>
  /** Keeps the projection unless a newer one is kept already. */
  remember(db: Knex | Knex.Transaction, projection: AccountProjection): Promise<void>
}

/** `gateway` is the internal client of the gateway; only this service's own table is read and written. */
export const createAccountProjections = (database: Database, gateway: InternalClient): AccountProjections => {
  const fetchById = async (id: string): Promise<AccountProjection | null> => {
    const { body } = await gateway.call(operations.readAccount, { params: { account_id: id } })
    return await kept(body.account)
  }
  const kept = async (projection: AccountProjection | null): Promise<AccountProjection | null> => {
    if (projection !== null) await remember(database.knex, projection)
    return projection
  }
  const findStored = batched<string, AccountProjection | null>({
    load: (ids) => storedAccounts(database.knex, ids),
  })

  return {
    remember,
    find: async (id) => (await findStored(id)) ?? (await fetchById(id)),
    async findByOid(oid) {
      const own = await stored(database.knex, 'oid', oid)
      if (own !== null) return own
      const { body } = await gateway.call(operations.findAccountByOid, { query: { oid } })
      return await kept(body.account)
    },
    async areConnected(account, other) {
      const own = await findStored(account)
      if (own?.connections.includes(other)) return true
      const fresh = await fetchById(account)
      return fresh?.connections.includes(other) ?? false
    },
  }
}

const remember = async (db: Knex | Knex.Transaction, projection: AccountProjection): Promise<void> => {
  await db.raw(
    `INSERT INTO account_projections AS p (id, oid, version, projection)
     VALUES (:id, :oid, :version, :projection)
     ON CONFLICT (id) DO UPDATE SET oid = excluded.oid, version = excluded.version, projection = excluded.projection
       WHERE p.version < excluded.version`,
    { id: projection.id, oid: projection.oid, version: projection.version, projection: JSON.stringify(projection) },
  )
}

/** This service's own copy alone, for use inside a transaction; `null` when it has none yet. */
export const storedAccount = (db: Knex | Knex.Transaction, id: string): Promise<AccountProjection | null> =>
  stored(db, 'id', id)

/** In the order of the ids, null for those that this service does not have. */
async function storedAccounts(db: Knex, ids: readonly string[]): Promise<(AccountProjection | null)[]> {
  const rows = await prepared<{ id: string; projection: AccountProjection }>(
    db,
    'kit/accounts-by-ids',
    'SELECT id, projection FROM account_projections WHERE id = ANY(?)',
    [ids],
  )
  const found = new Map(rows.map(({ id, projection }) => [id, projection]))
  return ids.map((id) => found.get(id) ?? null)
}

const stored = async (
  db: Knex | Knex.Transaction,
  column: 'id' | 'oid',
  value: string,
): Promise<AccountProjection | null> => {
  const [row] = await prepared<{ projection: AccountProjection }>(
    db,
    `kit/account-by-${column}`,
    `SELECT projection FROM account_projections WHERE ${column} = ?`,
    [value],
  )
  return row?.projection ?? null
}
