import type { Library } from '@guidebook/contracts'
import { type BoundedRow, limitPageBytes, prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type * as rows from '../generated/rows.ts'

type Connection = Knex | Knex.Transaction

export interface LibraryRow extends Omit<rows.LibraryRow, 'name_bytes'> {
  names: Library['names']
}

type Fields = Pick<LibraryRow, 'account' | 'id' | 'custom_id' | 'names'>

const columns = 'account, id, custom_id, names, version, created_at, updated_at'

export async function insertLibrary(trx: Knex.Transaction, fields: Fields): Promise<LibraryRow> {
  const [row] = await prepared<LibraryRow>(
    trx,
    'libraries/insert',
    `insert into libraries (account, id, custom_id, names) values (:account, :id, :custom_id, :names) returning ${columns}`,
    fields,
  )
  return row as LibraryRow
}

/** Writes a library that is locked. */
export async function updateLibrary(trx: Knex.Transaction, fields: Fields): Promise<LibraryRow> {
  const [row] = await prepared<LibraryRow>(
    trx,
    'libraries/update',
    `update libraries set custom_id = :custom_id, names = :names, version = version + 1, updated_at = now()
      where account = :account and id = :id returning ${columns}`,
    fields,
  )
  return row as LibraryRow
}

/** With `for update`, the library stays as it is until the transaction ends. */
export async function findLibrary(
  db: Connection,
  account: string,
  customId: string,
  lock: '' | 'for update' = '',
): Promise<LibraryRow | null> {
  const [row] = await prepared<LibraryRow>(
    db,
    `libraries/find ${lock}`,
    `select ${columns} from libraries where account = :account and custom_id = :customId ${lock}`,
    { account, customId },
  )
  return row ?? null
}

/** In the order of creation, after the library with the ID `after`; a page of large names ends early. */
export const listLibraries = (db: Connection, account: string, after: string | null, limit: number) =>
  prepared<LibraryRow & BoundedRow>(
    db,
    'libraries/list',
    limitPageBytes(
      `select ${columns}, name_bytes as bytes from libraries
        where account = :account and (cast(:after as uuid) is null or id > :after) order by id limit :limit`,
      'id',
    ),
    { account, after, limit },
  )
