import { operations } from '@guidebook/contracts'
import { type Route, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { itemContent } from '../item/present.ts'
import { measureItems, readItems } from '../item/queries.ts'
import { requireSize } from '../request/require-size.ts'

/** In any order; each item once, unknown ones left out. */
export const readItemContents = ({ database }: Context): Route =>
  route(operations.readItemContents, async (request) => {
    const { account, ids } = request.body
    const rows = await database.knex.transaction(
      async (trx) => {
        requireSize('texts', await measureItems(trx, account, ids))
        return await readItems(trx, account, ids)
      },
      { isolationLevel: 'repeatable read', readOnly: true },
    )
    return { status: 200 as const, body: { items: rows.map(itemContent) } }
  })
