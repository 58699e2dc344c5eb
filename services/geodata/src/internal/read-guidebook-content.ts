import { operations } from '@guidebook/contracts'
import { fail, type Route, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { guidebookContent } from '../guidebook/present.ts'
import { findGuidebookById, measureMembers, readMemberItems, readStages } from '../guidebook/queries.ts'
import { requireSize } from '../request/require-size.ts'

/** The content at one moment: concurrent changes are visible completely or not at all. */
export const readGuidebookContent = ({ database }: Context): Route =>
  route(operations.readGuidebookContent, async (request) => {
    const { account } = request.query
    const body = await database.knex.transaction(
      async (trx) => {
        const row = (await findGuidebookById(trx, account, request.params.guidebook_id)) ?? fail('not-found')
        requireSize('texts', (await measureMembers(trx, row)).texts)
        return guidebookContent(row, await readStages(trx, row), await readMemberItems(trx, row))
      },
      { isolationLevel: 'repeatable read', readOnly: true },
    )
    return { status: 200 as const, body }
  })
