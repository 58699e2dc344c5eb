import { operations } from '@guidebook/contracts'
import { idempotent, type Route, requireAccount, route, uuidv7 } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { storeItemImage } from '../image/stored-image.ts'
import type { TextRow } from '../item/item-row.ts'
import { createdAnswer, presentText } from '../item/present.ts'
import { insertItem } from '../item/write-queries.ts'
import { requireLibrary } from '../library/require-library.ts'
import { translateCustomIdConflict } from '../request/errors.ts'

export const createText = ({ database, objectStore }: Context): Route =>
  route(operations.createText, async (request) => {
    const { account, library, customId, names, descriptions = {} } = request.body
    requireAccount(request, account)
    const { image, faults } = await storeItemImage(objectStore, request.body)
    const create = idempotent(database, request, async (trx) => {
      const text = {
        account,
        id: uuidv7(),
        kind: 'text' as const,
        library_id: await requireLibrary(trx, account, library.customId, faults),
        guidebook_id: null,
        custom_id: customId,
        generated: false,
        names,
        descriptions,
        image: image ?? null,
      }
      return createdAnswer(await insertItem<TextRow>(trx, text, null), presentText)
    })
    return await translateCustomIdConflict(create)
  })
