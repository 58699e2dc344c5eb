import { operations } from '@guidebook/contracts'
import { idempotentStatement, type Route, requireAccount, route, uuidv7 } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { storeItemImage } from '../image/stored-image.ts'
import { createdAnswer, presentPoi } from '../item/present.ts'
import { failContainerMissing, translateCustomIdConflict } from '../request/errors.ts'
import { insertPoi } from './queries.ts'

/** Endpoint 4. */
export const createPoi = ({ database, objectStore }: Context): Route =>
  route(operations.createPoi, async (request) => {
    const { library, customId, imageBase64, ...fields } = request.body
    const { descriptions = {}, category = null, attributes = {}, tags = [], ...sent } = fields
    requireAccount(request, sent.account)
    const image = (await storeItemImage(objectStore, { account: sent.account, imageBase64 })) ?? null
    const poi = { ...sent, id: uuidv7(), custom_id: customId, descriptions, image, category, attributes, tags }
    const create = idempotentStatement(database, request, async (db) =>
      createdAnswer((await insertPoi(db, poi, library.customId)) ?? failContainerMissing('library'), presentPoi),
    )
    return await translateCustomIdConflict(create)
  })
