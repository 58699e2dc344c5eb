import { operations } from '@guidebook/contracts'
import { failWith, idempotentStatement, type Route, requireAccount, route, uuidv7 } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { storeItemImage } from '../image/stored-image.ts'
import { createdAnswer, presentPoi } from '../item/present.ts'
import { requireLibrary } from '../library/require-library.ts'
import { containerMissing, translateCustomIdConflict } from '../request/errors.ts'
import { insertPoi } from './queries.ts'

/** Endpoint 4. */
export const createPoi = ({ database, objectStore }: Context): Route =>
  route(operations.createPoi, async (request) => {
    const { library, customId, imageBase64, ...fields } = request.body
    const { descriptions = {}, category = null, attributes = {}, tags = [], ...sent } = fields
    const { account } = sent
    requireAccount(request, account)
    const { image = null, faults } = await storeItemImage(objectStore, { account, imageBase64 })
    const poi = { ...sent, id: uuidv7(), custom_id: customId, descriptions, image, category, attributes, tags }
    const create = idempotentStatement(database, request, async (db) => {
      if (faults.length > 0) await requireLibrary(db, account, library.customId, faults)
      const row = await insertPoi(db, poi, library.customId)
      return createdAnswer(row ?? failWith('library-not-found', [containerMissing('library')]), presentPoi)
    })
    return await translateCustomIdConflict(create)
  })
