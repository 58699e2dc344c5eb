import { operations } from '@guidebook/contracts'
import { type Route, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { itemContent } from '../item/present.ts'
import { measureItems, readItems } from '../item/queries.ts'
import { readAtOneMoment } from '../request/large-reads.ts'
import { requireSize } from '../request/require-size.ts'

/** In any order; each item once, unknown ones left out. */
export const readItemContents = (context: Context): Route =>
  route(operations.readItemContents, async ({ body: { account, ids }, signal }) => {
    const items = await readAtOneMoment(context, { owner: `builds of ${account}`, signal }, async (trx) => {
      const bytes = await measureItems(trx, account, ids)
      requireSize('texts', bytes)
      return { items: ids.length, bytes, read: async () => (await readItems(trx, account, ids)).map(itemContent) }
    })
    return { status: 200 as const, body: { items } }
  })
