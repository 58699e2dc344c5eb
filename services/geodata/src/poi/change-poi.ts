import { idempotent, idempotentStatement, type OperationRequest, requireMatch } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { Context } from '../context.ts'
import { itemAnswer, itemEtag, presentPoi } from '../item/present.ts'
import { changePoiRow, lockPoi, type PoiAddress, type PoiChange } from './queries.ts'

interface Change {
  address: PoiAddress
  change: PoiChange
  /** Throws: there is no such POI. */
  failMissing(): never
}

/** Changes a POI if it differs, and returns it. */
export async function changePoi(
  { database, changeDelayMs }: Context,
  request: OperationRequest,
  { address, change, failMissing }: Change,
) {
  const work = async (db: Knex) =>
    itemAnswer((await changePoiRow(db, address, change, changeDelayMs)) ?? failMissing(), presentPoi)
  if (request.headers['if-match'] === undefined) return await idempotentStatement(database, request, work)
  return await idempotent(database, request, async (trx) => {
    requireMatch(request, itemEtag((await lockPoi(trx, address)) ?? failMissing()))
    return await work(trx)
  })
}
