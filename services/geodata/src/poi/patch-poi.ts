import { operations } from '@guidebook/contracts'
import { fail, isUuid, type Route, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { ownAccount } from '../request/own-account.ts'
import { changePoi } from './change-poi.ts'

/** Also changes what the update by custom ID ignores. */
export const patchPoi = (context: Context): Route =>
  route(operations.patchPoi, async (request) => {
    const { account: named, imageBase64, ...fields } = request.body
    const account = ownAccount(request, named)
    const { geodata_id: id } = request.params
    const failMissing = () => fail('not-found')
    if (!isUuid(id)) return failMissing()
    return await changePoi(context, request, { address: { account, id }, fields, imageBase64, failMissing })
  })
