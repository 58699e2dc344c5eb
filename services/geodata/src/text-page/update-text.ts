import { isDeepStrictEqual } from 'node:util'
import { operations } from '@guidebook/contracts'
import { idempotent, type Route, requireAccount, requireMatch, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { storeChangedImage } from '../image/stored-image.ts'
import { changeItemInTurn } from '../item/in-turn.ts'
import { itemAnswer, itemEtag, presentText } from '../item/present.ts'
import { findNamedItem, hasItem } from '../item/queries.ts'
import { updateItem } from '../item/write-queries.ts'
import { failItemMissing, requireNoFaults } from '../request/errors.ts'

export const updateText = (context: Context): Route =>
  route(operations.updateText, async (request) => {
    const { database, changeDelayMs } = context
    const { account, library, customId, imageBase64, ...change } = request.body
    requireAccount(request, account)
    const names = { account, library: library.customId, customId }
    const failMissing = () => failItemMissing('text page', '/content/geodata/text')
    const { image, faults } = await storeChangedImage(context, request, { account, imageBase64 }, async () => {
      if (!(await hasItem(database.knex, 'text', names))) failMissing()
    })
    requireNoFaults(faults)
    const update = () =>
      idempotent(database, request, async (trx) => {
        const before = (await findNamedItem(trx, 'text', names, 'for update')) ?? failMissing()
        requireMatch(request, itemEtag(before))
        const wanted = { ...before, ...change, image: image === undefined ? before.image : image }
        const isSame = isDeepStrictEqual(wanted, before)
        return itemAnswer(isSame ? before : await updateItem(trx, wanted, changeDelayMs), presentText)
      })
    return await changeItemInTurn(context, request, names, update)
  })
