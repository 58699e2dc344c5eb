import { operations } from '@guidebook/contracts'
import { fail, idempotent, type Route, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { lockItem } from '../item/queries.ts'
import { ownAccount } from '../request/own-account.ts'
import { changePoi } from './change-poi.ts'

/** Changes what the update by custom ID ignores, too. */
export const patchPoi = (context: Context): Route =>
  route(operations.patchPoi, async (request) => {
    const { account: named, ...change } = request.body
    const account = ownAccount(request, named)
    return await idempotent(context.database, request, async (trx) => {
      const before = await lockItem(trx, account, request.params.geodata_id)
      return before?.kind === 'poi' ? await changePoi(trx, context, request, before, change) : fail('not-found')
    })
  })
