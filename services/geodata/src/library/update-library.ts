import { isDeepStrictEqual } from 'node:util'
import { operations } from '@guidebook/contracts'
import { etagOf, fail, idempotent, type Route, requireAccount, requireMatch, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { translateCustomIdConflict } from '../request/errors.ts'
import { presentLibrary } from './present.ts'
import { lockLibrary, updateLibrary as writeLibrary } from './queries.ts'

export const updateLibrary = ({ database }: Context): Route =>
  route(operations.updateLibrary, async (request) => {
    const { account, names, customId = request.params.customId } = request.body
    requireAccount(request, account)
    const update = idempotent(database, request, async (trx) => {
      const before = (await lockLibrary(trx, account, request.params.customId)) ?? fail('not-found')
      requireMatch(request, etagOf(presentLibrary(before)))
      const wanted = { ...before, custom_id: customId, names }
      const after = isDeepStrictEqual(wanted, before) ? before : await writeLibrary(trx, wanted)
      return { status: 200 as const, body: presentLibrary(after) }
    })
    return await translateCustomIdConflict(update)
  })
