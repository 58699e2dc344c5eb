import { operations } from '@guidebook/contracts'
import { fail, idempotent, type Route, requireAccount, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { lockNamedItem } from '../item/queries.ts'
import { changePoi } from './change-poi.ts'

/** Endpoint 5. Category and tags are accepted and ignored, as the specification says. */
export const updatePoi = (context: Context): Route =>
  route(operations.updatePoi, async (request) => {
    const { account, library, customId, category: _category, tags: _tags, ...change } = request.body
    requireAccount(request, account)
    return await idempotent(context.database, request, async (trx) => {
      const before = await lockNamedItem(trx, 'poi', { account, library: library.customId, customId })
      return before ? await changePoi(trx, context, request, before, change) : fail('not-found')
    })
  })
