import { operations } from '@guidebook/contracts'
import { fail, type Route, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { guidebookContent } from '../guidebook/present.ts'
import { findGuidebookById, measureContents, readMemberItems, readStages } from '../guidebook/queries.ts'
import { readAtOneMoment } from '../request/large-reads.ts'
import { requireSize } from '../request/require-size.ts'

export const readGuidebookContent = (context: Context): Route =>
  route(operations.readGuidebookContent, async ({ params, query: { account }, signal }) => {
    const body = await readAtOneMoment(context, { owner: `builds of ${account}`, signal }, async (trx) => {
      const row = (await findGuidebookById(trx, account, params.guidebook_id)) ?? fail('not-found')
      const { items, texts, own } = await measureContents(trx, row)
      requireSize('texts', texts)
      const read = async () => guidebookContent(row, await readStages(trx, row), await readMemberItems(trx, row))
      return { items, bytes: texts + own, read }
    })
    return { status: 200 as const, body }
  })
