import { operations } from '@guidebook/contracts'
import { fail, idempotent, type Route, requireMatch, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { translateCustomIdConflict } from '../request/errors.ts'
import { ownAccount } from '../request/own-account.ts'
import { itemAnswer, itemEtag, presentItem } from './present.ts'
import { findItem } from './queries.ts'
import { updateItem } from './write-queries.ts'

/** Endpoint 3. No guidebook shows a custom ID, so none is announced. */
export const setExternalId = ({ database }: Context): Route =>
  route(operations.setExternalId, async (request) => {
    const { account: named, value } = request.body
    const account = ownAccount(request, named)
    const update = idempotent(database, request, async (trx) => {
      const before = (await findItem(trx, account, request.params.geodata_id, 'for update')) ?? fail('not-found')
      requireMatch(request, itemEtag(before))
      const isSame = before.custom_id === value
      return itemAnswer(isSame ? before : await updateItem(trx, { ...before, custom_id: value }, null), presentItem)
    })
    return await translateCustomIdConflict(update, '/value')
  })
