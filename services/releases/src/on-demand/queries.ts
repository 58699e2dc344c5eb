import type { StoredOnDemandRequest } from '@guidebook/contracts'
import { prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { StoredRequest } from './images.ts'

interface ReleaseId {
  account: string
  id: number
}

/** Keeps the request of a release, and which images it refers to, in the place of the one before. */
export async function saveRequest(
  trx: Knex.Transaction,
  { account, id }: ReleaseId,
  { request, imageKeys }: StoredRequest,
): Promise<void> {
  await prepared(
    trx,
    'releases/save-request',
    `INSERT INTO on_demand_requests (account, release_id, request, image_keys) VALUES (?, ?, ?, ?)
     ON CONFLICT (account, release_id) DO UPDATE SET request = excluded.request, image_keys = excluded.image_keys`,
    [account, id, JSON.stringify(request), imageKeys],
  )
}

/** Whether any request of the account refers to the image. */
export async function isImageInUse(db: Knex, account: string, key: string): Promise<boolean> {
  const rows = await prepared(
    db,
    'releases/is-image-in-use',
    'SELECT 1 FROM on_demand_requests WHERE account = ? AND image_keys @> ARRAY[?] LIMIT 1',
    [account, key],
  )
  return rows.length > 0
}

export async function findStoredRequest(
  db: Knex | Knex.Transaction,
  { account, id }: ReleaseId,
): Promise<StoredOnDemandRequest> {
  const [row] = await prepared<{ request: StoredOnDemandRequest }>(
    db,
    'releases/stored-request',
    'SELECT request FROM on_demand_requests WHERE account = ? AND release_id = ?',
    [account, id],
  )
  if (row === undefined) throw new Error('an on-demand release has no stored request')
  return row.request
}
