import type { Library } from '@guidebook/contracts'
import { type BoundedRow, limitPageBytes, prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type * as rows from '../generated/rows.ts'

export interface LibraryRow extends Omit<rows.LibraryRow, 'name_bytes'> {
  names: Library['names']
}

type Fields = Pick<LibraryRow, 'account' | 'id' | 'custom_id' | 'names'>

export async function insertLibrary(trx: Knex.Transaction, fields: Fields): Promise<LibraryRow> {
  const [row] = await trx<LibraryRow>('libraries').insert(fields).returning('*')
  return row as LibraryRow
}

/** Writes a library that is locked. */
export async function updateLibrary(
  trx: Knex.Transaction,
  { account, id, custom_id, names }: Fields,
): Promise<LibraryRow> {
  const changed = { custom_id, names, version: trx.raw('version + 1'), updated_at: trx.fn.now() }
  const [row] = await trx<LibraryRow>('libraries').where({ account, id }).update(changed).returning('*')
  return row as LibraryRow
}

export const findLibrary = (db: Knex, account: string, customId: string): Promise<LibraryRow | undefined> =>
  db<LibraryRow>('libraries').where({ account, custom_id: customId }).first()

/** The same for a change: it stays as it is until the transaction ends. */
export const lockLibrary = (
  trx: Knex.Transaction,
  account: string,
  customId: string,
): Promise<LibraryRow | undefined> =>
  trx<LibraryRow>('libraries').where({ account, custom_id: customId }).forUpdate().first()

/** In the order of creation, after the library with the ID `after`; a page of large names ends early. */
export const listLibraries = (db: Knex, account: string, after: string | null, limit: number) =>
  prepared<LibraryRow & BoundedRow>(
    db,
    'libraries/list',
    limitPageBytes(
      `select account, id, custom_id, names, version, created_at, updated_at, name_bytes as bytes from libraries
        where account = :account and (cast(:after as uuid) is null or id > :after) order by id limit :limit`,
      'id',
    ),
    { account, after, limit },
  )
