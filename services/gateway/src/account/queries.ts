import { isUuid, prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'

export interface AccountRow {
  id: string
  oid: string
  name: string
  email: string
  type: 'operator' | 'reseller'
  default_lang: string
  time_zone: string
  primary_color: string
  secondary_color: string
  logo: string | null
  ios_url: string | null
  android_url: string | null
  roadbook_paper: 'A4' | 'A5'
  test: boolean
  version: number
  created_at: Date
  updated_at: Date
}

export interface ConnectedAccount extends AccountRow {
  connections: string[]
}

/** Fields that a change may set. */
export type AccountFields = Omit<AccountRow, 'id' | 'oid' | 'test' | 'version' | 'created_at'>

/** Listed by name: a column that a newer release adds must not change the results of this release. */
const columns = [
  ...['id', 'oid', 'name', 'email', 'type', 'default_lang', 'time_zone', 'primary_color', 'secondary_color', 'logo'],
  ...['ios_url', 'android_url', 'roadbook_paper', 'test', 'version', 'created_at', 'updated_at'],
]

const withConnections = `SELECT ${columns.map((column) => `a.${column}`).join(', ')}, ARRAY(
  SELECT partner FROM connections WHERE account = a.id ORDER BY partner) AS connections FROM accounts a`

export const createAccountQueries = (db: Knex | Knex.Transaction) => ({
  async find(id: string): Promise<ConnectedAccount | null> {
    if (!isUuid(id)) return null
    const rows = await prepared<ConnectedAccount>(db, 'gateway/account', `${withConnections} WHERE a.id = ?`, [id])
    return rows[0] ?? null
  },

  async findByOid(oid: string): Promise<ConnectedAccount | null> {
    const sql = `${withConnections} WHERE a.oid = ?`
    const rows = await prepared<ConnectedAccount>(db, 'gateway/account-by-oid', sql, [oid])
    return rows[0] ?? null
  },

  /** Sorted by id, which is the order of creation. */
  async list({ oid, after, limit }: { oid: string | null; after: string | null; limit: number }) {
    const sql = `${withConnections} WHERE (?::text IS NULL OR a.oid = ?) AND (?::uuid IS NULL OR a.id > ?) ORDER BY a.id LIMIT ?`
    const { rows } = await db.raw(sql, [oid, oid, after, after, limit] as Knex.RawBinding[])
    return rows as ConnectedAccount[]
  },

  async insert(row: AccountRow): Promise<void> {
    await db('accounts').insert(row)
  },

  /** Locks accounts until the transaction ends, so that every version has one state. Returns how many exist. */
  async lock(...ids: string[]): Promise<number> {
    const valid = ids.filter(isUuid)
    const { rowCount } = await db.raw('SELECT id FROM accounts WHERE id = ANY(?::uuid[]) ORDER BY id FOR UPDATE', [
      valid,
    ])
    return rowCount
  },

  async change(id: string, fields: Partial<AccountFields>): Promise<void> {
    await db('accounts')
      .where({ id })
      .update({ ...fields, version: db.raw('version + 1') })
  },

  async partnersOf(id: string): Promise<Pick<AccountRow, 'id' | 'oid' | 'name' | 'type'>[]> {
    return await db('connections')
      .join('accounts', 'accounts.id', 'connections.partner')
      .where('connections.account', id)
      .orderBy('accounts.name')
      .select('accounts.id', 'accounts.oid', 'accounts.name', 'accounts.type')
  },

  /** In both directions. Returns whether anything changed. */
  async connect(account: string, partner: string): Promise<boolean> {
    const { rowCount } = await db.raw(
      'INSERT INTO connections (account, partner) VALUES (:account, :partner), (:partner, :account) ON CONFLICT DO NOTHING',
      { account, partner },
    )
    return rowCount > 0
  },

  async disconnect(account: string, partner: string): Promise<boolean> {
    const { rowCount } = await db.raw(
      'DELETE FROM connections WHERE (account, partner) IN ((:account, :partner), (:partner, :account))',
      { account, partner },
    )
    return rowCount > 0
  },
})

export type AccountQueries = ReturnType<typeof createAccountQueries>
