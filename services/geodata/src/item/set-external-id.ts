import { operations } from '@guidebook/contracts'
import { fail, idempotent, type Route, requireMatch, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { ownAccount } from '../request/own-account.ts'
import { toItemError } from './errors.ts'
import { itemEtag } from './etag.ts'
import { presentItem } from './present.ts'
import { lockItem } from './queries.ts'
import { updateItem } from './write-queries.ts'

/** Endpoint 3. No guidebook shows a custom ID, so that none is told. */
export const setExternalId = ({ database }: Context): Route =>
  route(operations.setExternalId, async (request) => {
    const { account: named, value: customId } = request.body
    const account = ownAccount(request, named)
    try {
      return await idempotent(database, request, async (trx) => {
        const before = (await lockItem(trx, account, request.params.geodata_id)) ?? fail('not-found')
        requireMatch(request, itemEtag(before))
        const after = before.customId === customId ? before : await updateItem(trx, { ...before, customId }, null)
        return { status: 200 as const, body: presentItem(after), etag: itemEtag(after) }
      })
    } catch (error) {
      throw toItemError(error, '/value')
    }
  })
