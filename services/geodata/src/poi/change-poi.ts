import type { StoredPoi } from '@guidebook/contracts'
import { idempotent, idempotentStatement, type OperationRequest, requireMatch } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { Context } from '../context.ts'
import { itemEtag } from '../item/etag.ts'
import { presentPoi } from '../item/present.ts'
import { changePoiRow, lockPoi, type PoiAddress, type PoiChange } from './queries.ts'

interface Wish {
  address: PoiAddress
  change: PoiChange
  /** Refuses: there is no such POI. */
  missing(): never
}

/** Changes a POI, unless it is as wanted already, and answers it. */
export async function changePoi(
  { database, changeDelayMs }: Context,
  request: OperationRequest,
  { address, change, missing }: Wish,
): Promise<{ status: 200; body: StoredPoi; etag: string }> {
  const work = async (db: Knex | Knex.Transaction) => {
    const row = (await changePoiRow(db, address, change, changeDelayMs)) ?? missing()
    return { status: 200 as const, body: presentPoi(row), etag: itemEtag(row) }
  }
  if (request.headers['if-match'] === undefined) return await idempotentStatement(database, request, work)
  return await idempotent(database, request, async (trx) => {
    requireMatch(request, itemEtag((await lockPoi(trx, address)) ?? missing()))
    return await work(trx)
  })
}
