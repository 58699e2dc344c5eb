import type { BodyOf, operations } from '@guidebook/contracts'
import { prepared, uuidv7 } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { deleteContents } from '../guidebook/queries.ts'

/** The fields of a generated guidebook itself. */
export type GeneratedFields = Pick<
  BodyOf<typeof operations.storeGuidebook>,
  'account' | 'release' | 'generation' | 'customId' | 'titles' | 'descriptions' | 'cover'
> & { releaseKey: string }

export interface GeneratedGuidebook {
  account: string
  id: string
  version: number
  /** 0: it was not stored before. */
  generation: number
}

/** The guidebook of the release, made when there is none; it stays as it is until the transaction ends. */
export async function lockGenerated(
  trx: Knex.Transaction,
  { account, release, releaseKey }: GeneratedFields,
): Promise<GeneratedGuidebook> {
  // Of two builds that come first at once, one makes the row and the other waits for it here.
  await prepared(
    trx,
    'generated/ensure',
    `INSERT INTO guidebooks (account, id, titles, descriptions, version, release_key, release_id, generation)
     VALUES (?, ?, '{}', '{}', 0, ?, ?, 0)
     ON CONFLICT (account, release_key) WHERE release_key IS NOT NULL DO NOTHING`,
    [account, uuidv7(), releaseKey, release],
  )
  const [row] = await prepared<GeneratedGuidebook>(
    trx,
    'generated/lock',
    'SELECT account, id, version, generation FROM guidebooks WHERE account = ? AND release_key = ? FOR UPDATE',
    [account, releaseKey],
  )
  if (!row) throw new Error('the guidebook of the release is gone')
  return row
}

/** Removes what an earlier generation put in, with the items that were made for it. */
export async function emptyGenerated(trx: Knex.Transaction, guidebook: GeneratedGuidebook): Promise<void> {
  await deleteContents(trx, guidebook)
  await prepared(
    trx,
    'generated/delete-items',
    'DELETE FROM items WHERE account = ? AND guidebook_id = ? AND generated',
    [guidebook.account, guidebook.id],
  )
}

export async function updateGenerated(
  trx: Knex.Transaction,
  { account, id }: GeneratedGuidebook,
  { customId, titles, descriptions, cover, generation }: GeneratedFields,
): Promise<number> {
  const [row] = await prepared<{ version: number }>(
    trx,
    'generated/update',
    `UPDATE guidebooks SET custom_id = ?, titles = ?, descriptions = ?, cover = ?, generation = ?,
       version = version + 1, updated_at = now() WHERE account = ? AND id = ? RETURNING version`,
    [
      customId,
      JSON.stringify(titles),
      JSON.stringify(descriptions),
      cover === null ? null : JSON.stringify(cover),
      generation,
      account,
      id,
    ],
  )
  if (!row) throw new Error('the guidebook of the release is gone')
  return row.version
}
