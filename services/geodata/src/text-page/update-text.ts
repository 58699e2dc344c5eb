import { isDeepStrictEqual } from 'node:util'
import { operations } from '@guidebook/contracts'
import { idempotent, type Route, requireAccount, requireMatch, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { failItemMissing } from '../item/errors.ts'
import { itemEtag } from '../item/etag.ts'
import { presentText } from '../item/present.ts'
import { lockNamedItem } from '../item/queries.ts'
import { updateItem } from '../item/write-queries.ts'

export const updateText = ({ database, changeDelayMs }: Context): Route =>
  route(operations.updateText, async (request) => {
    const { account, library, customId, names, descriptions } = request.body
    requireAccount(request, account)
    return await idempotent(database, request, async (trx) => {
      const before = await lockNamedItem(trx, 'text', { account, library: library.customId, customId })
      if (!before) return failItemMissing('text page', '/content/geodata/text')
      requireMatch(request, itemEtag(before))
      const wanted = {
        ...before,
        names: names ?? before.names,
        descriptions: descriptions ?? before.descriptions,
      }
      const after = isDeepStrictEqual(wanted, before)
        ? before
        : await updateItem(trx, wanted, { delayMs: changeDelayMs })
      return { status: 200 as const, body: presentText(after), etag: itemEtag(after) }
    })
  })
