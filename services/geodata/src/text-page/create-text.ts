import { operations } from '@guidebook/contracts'
import { idempotent, type Route, requireAccount, route, uuidv7 } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { libraryContainer } from '../item/container.ts'
import { toItemError } from '../item/errors.ts'
import { itemEtag } from '../item/etag.ts'
import type { TextRow } from '../item/item-row.ts'
import { presentText } from '../item/present.ts'
import { insertItem } from '../item/write-queries.ts'

export const createText = ({ database }: Context): Route =>
  route(operations.createText, async (request) => {
    const { account, library, customId, names, descriptions = {} } = request.body
    requireAccount(request, account)
    try {
      return await idempotent(database, request, async (trx) => {
        const container = await libraryContainer(trx, account, library.customId)
        const row = await insertItem<TextRow>(
          trx,
          {
            ...container,
            account,
            id: uuidv7(),
            kind: 'text',
            generated: false,
            customId,
            names,
            descriptions,
            image: null,
          },
          null,
        )
        const answer = { body: presentText(row), etag: itemEtag(row) }
        return { status: 201 as const, location: `/content/geodata/${row.id}`, ...answer }
      })
    } catch (error) {
      throw toItemError(error)
    }
  })
