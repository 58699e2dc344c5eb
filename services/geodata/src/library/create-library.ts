import { operations } from '@guidebook/contracts'
import { idempotent, type Route, requireAccount, route, uuidv7 } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { toLibraryError } from './errors.ts'
import { presentLibrary } from './present.ts'
import { insertLibrary } from './queries.ts'

export const createLibrary = ({ database }: Context): Route =>
  route(operations.createLibrary, async (request) => {
    const { account, customId, names } = request.body
    requireAccount(request, account)
    try {
      return await idempotent(database, request, async (trx) => {
        const row = await insertLibrary(trx, { account, id: uuidv7(), customId, names })
        const location = `/content/library/${encodeURIComponent(customId)}`
        return { status: 201 as const, body: presentLibrary(row), location }
      })
    } catch (error) {
      throw toLibraryError(error)
    }
  })
