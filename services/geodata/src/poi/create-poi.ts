import { operations } from '@guidebook/contracts'
import { idempotentStatement, type Route, requireAccount, route, uuidv7 } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { createdAnswer, presentPoi } from '../item/present.ts'
import { failContainerMissing, translateCustomIdConflict } from '../request/errors.ts'
import { insertPoi } from './queries.ts'

/** Endpoint 4. */
export const createPoi = ({ database }: Context): Route =>
  route(operations.createPoi, async (request) => {
    const { library, customId, descriptions = {}, category = null, attributes = {}, tags = [], ...sent } = request.body
    requireAccount(request, sent.account)
    const poi = { ...sent, id: uuidv7(), custom_id: customId, descriptions, category, attributes, tags }
    const create = idempotentStatement(database, request, async (db) =>
      createdAnswer((await insertPoi(db, poi, library.customId)) ?? failContainerMissing('library'), presentPoi),
    )
    return await translateCustomIdConflict(create)
  })
