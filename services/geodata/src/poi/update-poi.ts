import { operations } from '@guidebook/contracts'
import { type Route, requireAccount, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { failItemMissing } from '../request/errors.ts'
import { changePoi } from './change-poi.ts'

/** Endpoint 5. Category and tags are accepted and ignored, as the specification says. */
export const updatePoi = (context: Context): Route =>
  route(operations.updatePoi, async (request) => {
    const { account, library, customId, category: _category, tags: _tags, imageBase64, ...fields } = request.body
    requireAccount(request, account)
    return await changePoi(context, request, {
      address: { account, library: library.customId, customId },
      fields,
      imageBase64,
      failMissing: () => failItemMissing('POI', '/content/geodata/poi'),
    })
  })
