import type { StoredOnDemandRequest } from '@guidebook/contracts'
import type { Knex } from 'knex'
import type { OnDemandRequestRow } from '../generated/rows.ts'
import type { ReleaseId } from '../release/release.ts'

/** A request as it is stored, and the keys of the images that it refers to. */
export interface StoredRequest {
  request: StoredOnDemandRequest
  imageKeys: string[]
}

/** Stores the request of a release; replaces the previous one. */
export async function saveRequest(
  trx: Knex.Transaction,
  { account, id }: ReleaseId,
  { request, imageKeys }: StoredRequest,
): Promise<void> {
  await trx('on_demand_requests')
    .insert({ account, release_id: id, request: JSON.stringify(request), image_keys: imageKeys })
    .onConflict(['account', 'release_id'])
    .merge()
}

/** Whether any request of the account refers to the image. */
export async function isImageUsed(db: Knex, account: string, key: string): Promise<boolean> {
  const requests = db('on_demand_requests').where({ account })
  return (await requests.whereRaw('image_keys @> array[cast(:key as text)]', { key }).first('release_id')) !== undefined
}

export async function findStoredRequest(db: Knex, { account, id }: ReleaseId): Promise<StoredOnDemandRequest> {
  const row = await db<OnDemandRequestRow>('on_demand_requests').where({ account, release_id: id }).first('request')
  if (row === undefined) throw new Error('an on-demand release has no stored request')
  return row.request as StoredOnDemandRequest
}
