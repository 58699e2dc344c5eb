import { prepared, uuidv7 } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type * as rows from '../generated/rows.ts'
import { deleteContents } from '../guidebook/queries.ts'

/** The guidebook of a release. `generation` is 0 when it was not stored before. */
export type GeneratedGuidebook = Pick<rows.GuidebookRow, 'account' | 'id' | 'version'> & { generation: number }

/** The guidebook of the release, created when there is none; it stays as it is until the transaction ends. */
export async function lockGenerated(
  trx: Knex.Transaction,
  fields: { account: string; release: number; releaseKey: string },
): Promise<GeneratedGuidebook> {
  // Of two concurrent first builds, one creates the row and the other waits for it here.
  await prepared(
    trx,
    'generated/ensure',
    `insert into guidebooks (account, id, titles, descriptions, version, release_key, release_id, generation)
     values (:account, :id, '{}', '{}', 0, :releaseKey, :release, 0)
     on conflict (account, release_key) where release_key is not null do nothing`,
    { ...fields, id: uuidv7() },
  )
  const [row] = await prepared<GeneratedGuidebook>(
    trx,
    'generated/lock',
    'select account, id, version, generation from guidebooks where account = :account and release_key = :releaseKey for update',
    fields,
  )
  return row as GeneratedGuidebook
}

/** Removes the contents of an earlier generation, with the items that were made for it. */
export async function emptyGenerated(trx: Knex.Transaction, guidebook: GeneratedGuidebook): Promise<void> {
  await deleteContents(trx, guidebook)
  await trx('items').where({ account: guidebook.account, guidebook_id: guidebook.id, generated: true }).delete()
}
