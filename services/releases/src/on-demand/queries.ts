import type { StoredOnDemandRequest } from '@guidebook/contracts'
import { prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'

interface ReleaseId {
  account: string
  id: number
}

/** Keeps the request of a release in the place of the one before. */
export async function saveRequest(
  trx: Knex.Transaction,
  { account, id }: ReleaseId,
  request: StoredOnDemandRequest,
): Promise<void> {
  await prepared(
    trx,
    'releases/save-request',
    `INSERT INTO on_demand_requests (account, release_id, request) VALUES (?, ?, ?)
     ON CONFLICT (account, release_id) DO UPDATE SET request = excluded.request`,
    [account, id, JSON.stringify(request)],
  )
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
