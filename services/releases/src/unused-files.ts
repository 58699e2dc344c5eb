import type { Knex } from 'knex'
import { findUnusedDocuments } from './documents/queries.ts'
import { findUnusedImages } from './on-demand/queries.ts'

/** Those of the account's images and documents that nothing refers to. */
export async function findUnusedFiles(db: Knex, account: string, keys: readonly string[]): Promise<string[]> {
  const isDocument = (key: string) => key.startsWith(`releases/${account}/documents/`)
  const documents = keys.filter(isDocument)
  const images = keys.filter((key) => !isDocument(key))
  return [...(await findUnusedDocuments(db, account, documents)), ...(await findUnusedImages(db, account, images))]
}
