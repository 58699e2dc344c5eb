import { isDeepStrictEqual } from 'node:util'
import { operations } from '@guidebook/contracts'
import { idempotent, type Route, requireAccount, requireMatch, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { storeItemImage } from '../image/stored-image.ts'
import { itemAnswer, itemEtag, presentText } from '../item/present.ts'
import { lockNamedItem } from '../item/queries.ts'
import { updateItem } from '../item/write-queries.ts'
import { failItemMissing } from '../request/errors.ts'

export const updateText = ({ database, objectStore, changeDelayMs }: Context): Route =>
  route(operations.updateText, async (request) => {
    const { account, library, customId, imageBase64, ...change } = request.body
    requireAccount(request, account)
    const image = await storeItemImage(objectStore, { account, imageBase64 })
    return await idempotent(database, request, async (trx) => {
      const before = await lockNamedItem(trx, 'text', { account, library: library.customId, customId })
      if (!before) return failItemMissing('text page', '/content/geodata/text')
      requireMatch(request, itemEtag(before))
      const wanted = { ...before, ...change, image: image === undefined ? before.image : image }
      const isSame = isDeepStrictEqual(wanted, before)
      return itemAnswer(isSame ? before : await updateItem(trx, wanted, changeDelayMs), presentText)
    })
  })
