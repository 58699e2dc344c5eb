import type { AttachedDocument } from '@guidebook/contracts'
import { isUuid } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { DocumentRow } from '../generated/rows.ts'
import type { ReleaseId } from '../release/release.ts'

/**
 * Of the keys in the object store. Not below `releases/`: there, the previous version removes objects that no on-demand request refers to, and it may
 * run side by side with this one.
 */
export const documentPrefix = 'release-documents/'

const ofRelease = (db: Knex, { account, id }: ReleaseId) =>
  db<DocumentRow>('documents').where({ account, release_id: id })

export const presentDocument = (row: DocumentRow): AttachedDocument => ({
  id: row.id,
  title: row.title,
  traveller: row.traveller,
  from: row.from_date,
  until: row.until_date,
  bytes: row.bytes,
  encrypted: row.encrypted,
  createdAt: row.created_at.toISOString(),
})

export async function countDocuments(db: Knex, release: ReleaseId): Promise<number> {
  const [{ count = 0 } = {}] = await ofRelease(db, release).count()
  return Number(count)
}

export async function insertDocument(trx: Knex.Transaction, row: DocumentRow): Promise<void> {
  await trx<DocumentRow>('documents').insert(row)
}

/** A page of a release's documents in the order of attachment, after the document with the ID `after`. */
export const listDocuments = (
  db: Knex,
  release: ReleaseId,
  after: string | null,
  limit: number,
): Promise<DocumentRow[]> =>
  ofRelease(db, release)
    .modify((documents) => (after === null ? documents : documents.where('id', '>', after)))
    .orderBy('id')
    .limit(limit)

/** Those that travellers get on a day, `YYYY-MM-DD` in the time zone of the account. */
export const documentsOn = (db: Knex, release: ReleaseId, day: string): Promise<DocumentRow[]> =>
  ofRelease(db, release)
    .whereRaw('coalesce(from_date <= :day, true) and coalesce(until_date >= :day, true)', { day })
    .orderBy('id')

/** undefined: travellers do not get it on this day, or there is none. */
export const findDocumentOn = async (
  db: Knex,
  release: ReleaseId,
  id: string,
  day: string,
): Promise<DocumentRow | undefined> =>
  isUuid(id) ? (await documentsOn(db, release, day)).find((row) => row.id === id) : undefined

/** Returns the removed document; undefined when the release has none with this ID. */
export async function deleteDocument(
  trx: Knex.Transaction,
  release: ReleaseId,
  id: string,
): Promise<DocumentRow | undefined> {
  if (!isUuid(id)) return undefined
  const [row] = await ofRelease(trx, release).where({ id }).delete('*')
  return row
}

/** All of a release. Their objects are removed a day later. */
export async function deleteDocuments(trx: Knex.Transaction, release: ReleaseId): Promise<void> {
  await ofRelease(trx, release).delete()
}

/** Those of the account's files that no document refers to. */
export async function findUnusedDocuments(db: Knex, account: string, keys: readonly string[]): Promise<string[]> {
  const { rows } = await db.raw(
    `select listed.key from unnest(cast(:keys as text[])) as listed(key)
     where not exists (select from documents where account = :account and object_key = listed.key)`,
    { account, keys },
  )
  return rows.map(({ key }: { key: string }) => key)
}
