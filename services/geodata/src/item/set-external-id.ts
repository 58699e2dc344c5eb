import { operations } from '@guidebook/contracts'
import { fail, idempotent, type Route, requireMatch, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { translateCustomIdConflict } from '../request/errors.ts'
import { ownAccount } from '../request/own-account.ts'
import { changeItemInTurn } from './in-turn.ts'
import { itemAnswer, itemEtag, presentItem } from './present.ts'
import { findItem } from './queries.ts'
import { updateItem } from './write-queries.ts'

/** Endpoint 3. No guidebook shows a custom ID, so none is announced. */
export const setExternalId = (context: Context): Route =>
  route(operations.setExternalId, async (request) => {
    const { account: named, value } = request.body
    const account = ownAccount(request, named)
    const id = request.params.geodata_id
    const update = () =>
      idempotent(context.database, request, async (trx) => {
        const before = (await findItem(trx, account, id, 'for update')) ?? fail('not-found')
        requireMatch(request, itemEtag(before))
        const isSame = before.custom_id === value
        return itemAnswer(isSame ? before : await updateItem(trx, { ...before, custom_id: value }, null), presentItem)
      })
    return await translateCustomIdConflict(changeItemInTurn(context, request, { account, id }, update), '/value')
  })
