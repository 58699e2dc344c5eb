import { type BoundedRow, constraintOf, limitPageBytes, prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { Texts } from '../item/item-row.ts'
import { LibraryCustomIdTakenError } from './errors.ts'

type Connection = Knex | Knex.Transaction

export interface LibraryRow {
  account: string
  id: string
  customId: string
  names: Texts
  version: number
  createdAt: Date
  updatedAt: Date
}

const columns = `account, id, custom_id AS "customId", names, version, created_at AS "createdAt", updated_at AS "updatedAt"`

async function one(write: Promise<LibraryRow[]>): Promise<LibraryRow> {
  try {
    const [row] = await write
    if (!row) throw new Error('the library was not written')
    return row
  } catch (error) {
    throw constraintOf(error) === 'libraries_custom_id'
      ? new LibraryCustomIdTakenError('taken', { cause: error })
      : error
  }
}

type Written = Pick<LibraryRow, 'account' | 'id' | 'customId' | 'names'>

/** Throws `LibraryCustomIdTakenError`: the transaction must be given up. */
export const insertLibrary = (trx: Knex.Transaction, { account, id, customId, names }: Written): Promise<LibraryRow> =>
  one(
    prepared(
      trx,
      'libraries/insert',
      `INSERT INTO libraries (account, id, custom_id, names) VALUES (?, ?, ?, ?) RETURNING ${columns}`,
      [account, id, customId, JSON.stringify(names)],
    ),
  )

/** Throws `LibraryCustomIdTakenError`: the transaction must be given up. */
export const updateLibrary = (trx: Knex.Transaction, { account, id, customId, names }: Written): Promise<LibraryRow> =>
  one(
    prepared(
      trx,
      'libraries/update',
      `UPDATE libraries SET custom_id = ?, names = ?, version = version + 1, updated_at = now()
        WHERE account = ? AND id = ? RETURNING ${columns}`,
      [customId, JSON.stringify(names), account, id],
    ),
  )

export async function lockLibrary(
  trx: Knex.Transaction,
  account: string,
  customId: string,
): Promise<LibraryRow | null> {
  const [row] = await prepared<LibraryRow>(
    trx,
    'libraries/lock',
    `SELECT ${columns} FROM libraries WHERE account = ? AND custom_id = ? FOR UPDATE`,
    [account, customId],
  )
  return row ?? null
}

export async function findLibrary(db: Connection, account: string, customId: string): Promise<LibraryRow | null> {
  const [row] = await prepared<LibraryRow>(
    db,
    'libraries/find',
    `SELECT ${columns} FROM libraries WHERE account = ? AND custom_id = ?`,
    [account, customId],
  )
  return row ?? null
}

export async function findLibraryId(db: Connection, account: string, customId: string): Promise<string | null> {
  const [row] = await prepared<{ id: string }>(
    db,
    'libraries/find-id',
    'SELECT id FROM libraries WHERE account = ? AND custom_id = ?',
    [account, customId],
  )
  return row?.id ?? null
}

/** In the order in which they were created; a page of large names ends early. */
export const listLibraries = (db: Connection, account: string, after: string | null, limit: number) =>
  prepared<LibraryRow & BoundedRow>(
    db,
    'libraries/list',
    limitPageBytes(
      `SELECT ${columns}, name_bytes AS bytes FROM libraries
        WHERE account = ? AND (?::uuid IS NULL OR id > ?) ORDER BY id LIMIT ?`,
      'id',
    ),
    [account, after, after, limit],
  )
