import { isDeepStrictEqual } from 'node:util'
import { operations } from '@guidebook/contracts'
import { etagOf, fail, idempotent, type Route, requireAccount, requireMatch, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { toLibraryError } from './errors.ts'
import { presentLibrary } from './present.ts'
import { lockLibrary, updateLibrary as writeLibrary } from './queries.ts'

export const updateLibrary = ({ database }: Context): Route =>
  route(operations.updateLibrary, async (request) => {
    const { account, names, customId = request.params.customId } = request.body
    requireAccount(request, account)
    try {
      return await idempotent(database, request, async (trx) => {
        const before = await lockLibrary(trx, account, request.params.customId)
        if (!before) return fail('not-found')
        requireMatch(request, etagOf(presentLibrary(before)))
        const isUnchanged = before.customId === customId && isDeepStrictEqual(before.names, names)
        const after = isUnchanged ? before : await writeLibrary(trx, { ...before, customId, names })
        return { status: 200 as const, body: presentLibrary(after) }
      })
    } catch (error) {
      throw toLibraryError(error)
    }
  })
