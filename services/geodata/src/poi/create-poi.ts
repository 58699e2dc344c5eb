import { operations } from '@guidebook/contracts'
import { idempotentStatement, type Route, requireAccount, route, uuidv7 } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { Context } from '../context.ts'
import { libraryMissing } from '../item/container.ts'
import { toItemError } from '../item/errors.ts'
import { itemEtag } from '../item/etag.ts'
import { presentPoi } from '../item/present.ts'
import { insertPoi } from './queries.ts'

/** Endpoint 4. */
export const createPoi = ({ database }: Context): Route =>
  route(operations.createPoi, async (request) => {
    const { library, descriptions = {}, category = null, attributes = {}, tags = [], ...sent } = request.body
    requireAccount(request, sent.account)
    const poi = { ...sent, id: uuidv7(), library: library.customId, descriptions, category, attributes, tags }
    const create = async (db: Knex | Knex.Transaction) => {
      const row = (await insertPoi(db, poi)) ?? libraryMissing()
      const answer = { body: presentPoi(row), etag: itemEtag(row) }
      return { status: 201 as const, location: `/content/geodata/${row.id}`, ...answer }
    }
    try {
      return await idempotentStatement(database, request, create)
    } catch (error) {
      throw toItemError(error)
    }
  })
