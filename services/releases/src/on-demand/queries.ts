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

/** Those of the account's images that no request refers to. */
export async function findUnusedImages(db: Knex, account: string, keys: readonly string[]): Promise<string[]> {
  const { rows } = await db.raw(
    `select listed.key from unnest(cast(:keys as text[])) as listed(key)
     where not exists (select from on_demand_requests where account = :account and image_keys @> array[listed.key])`,
    { account, keys },
  )
  return rows.map(({ key }: { key: string }) => key)
}

export async function findStoredRequest(db: Knex, { account, id }: ReleaseId): Promise<StoredOnDemandRequest> {
  const row = await db<OnDemandRequestRow>('on_demand_requests').where({ account, release_id: id }).first('request')
  if (row === undefined) throw new Error('an on-demand release has no stored request')
  return row.request as StoredOnDemandRequest
}
