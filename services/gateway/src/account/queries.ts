import { isUuid, prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { AccountRow } from '../generated/rows.ts'

export interface ConnectedAccount extends AccountRow {
  connections: string[]
}

/** Listed by name: a column that a newer release adds must not change the results of this release. */
const columns = `a.id, a.oid, a.name, a.email, a.type, a.default_lang, a.time_zone, a.primary_color, a.secondary_color, a.logo,
  a.ios_url, a.android_url, a.roadbook_paper, a.emergency_phone, a.test, a.suspended_at, a.suspended_reason, a.version, a.created_at,
  a.updated_at,
  array(select partner from connections where account = a.id order by partner) as connections`

export const findAccount = async (db: Knex, id: string): Promise<ConnectedAccount | null> =>
  isUuid(id) ? await findOne(db, 'id', id) : null

export const findAccountByOid = (db: Knex, oid: string): Promise<ConnectedAccount | null> => findOne(db, 'oid', oid)

async function findOne(db: Knex, column: 'id' | 'oid', value: string): Promise<ConnectedAccount | null> {
  const sql = `select ${columns} from accounts a where a.${column} = :value`
  const [row] = await prepared<ConnectedAccount>(db, `gateway/account-by-${column}`, sql, { value })
  return row ?? null
}

/** Sorted by ID, which is the order of creation. */
export const listAccounts = (
  db: Knex,
  { oid, q, after, limit }: { oid: string | null; q: string | null; after: string | null; limit: number },
) =>
  prepared<ConnectedAccount>(
    db,
    'gateway/accounts',
    `select ${columns} from accounts a
      where (cast(:oid as text) is null or a.oid = :oid)
        and (cast(:pattern as text) is null or a.name ilike :pattern or a.oid ilike :pattern or a.email ilike :pattern)
        and (cast(:after as uuid) is null or a.id > :after)
      order by a.id limit :limit`,
    { oid, after, limit, pattern: q ? `%${q.replaceAll(/[\\%_]/g, '\\$&')}%` : null },
  )

/** Locks accounts until the transaction ends, so that every version has one state. Returns how many exist. */
export async function lockAccounts(trx: Knex.Transaction, ...ids: string[]): Promise<number> {
  return (await trx('accounts').whereIn('id', ids.filter(isUuid)).orderBy('id').forUpdate().select('id')).length
}

export const findPartners = (db: Knex, account: string): Promise<Pick<AccountRow, 'id' | 'oid' | 'name' | 'type'>[]> =>
  db('connections')
    .join('accounts', 'accounts.id', 'connections.partner')
    .where({ account })
    .orderBy('accounts.name')
    .select('accounts.id', 'accounts.oid', 'accounts.name', 'accounts.type')
