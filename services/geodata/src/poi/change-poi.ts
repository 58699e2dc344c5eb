import { idempotent, idempotentStatement, type OperationRequest, requireMatch } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { Context } from '../context.ts'
import { storeChangedImage } from '../image/stored-image.ts'
import { changeItemInTurn } from '../item/in-turn.ts'
import { itemAnswer, itemEtag, presentPoi } from '../item/present.ts'
import { hasItem, type ItemAddress } from '../item/queries.ts'
import { requireNoFaults } from '../request/errors.ts'
import { changePoiRow, findPoi, type PoiChange } from './queries.ts'

interface Change {
  address: ItemAddress
  fields: Omit<PoiChange, 'image'>
  /** As in the body: null removes the image. */
  imageBase64: string | Uint8Array | null | undefined
  /** Throws: there is no such POI. */
  failMissing(): never
}

/** Changes a POI if it differs, and returns it. */
export async function changePoi(
  context: Context,
  request: OperationRequest,
  { address, fields, imageBase64, failMissing }: Change,
) {
  const { database, changeDelayMs } = context
  const sent = { account: address.account, imageBase64 }
  const { image, faults } = await storeChangedImage(context, request, sent, async () => {
    if (!(await hasItem(database.knex, 'poi', address))) failMissing()
  })
  requireNoFaults(faults)
  const change = { ...fields, ...(image !== undefined && { image }) }
  const work = async (db: Knex) =>
    itemAnswer((await changePoiRow(db, address, change, changeDelayMs)) ?? failMissing(), presentPoi)
  return await changeItemInTurn(context, request, address, async () => {
    if (request.headers['if-match'] === undefined) return await idempotentStatement(database, request, work)
    return await idempotent(database, request, async (trx) => {
      requireMatch(request, itemEtag((await findPoi(trx, address, 'for update')) ?? failMissing()))
      return await work(trx)
    })
  })
}
