import { operations } from '@guidebook/contracts'
import { fail, type Route, requireAccount, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { guidebookAnswer } from './answer.ts'
import { findWrittenGuidebook } from './queries.ts'

/** The guidebook at one moment: a concurrent change is visible completely or not at all, so the entity tag is that of one state. */
export const readGuidebook = ({ database }: Context): Route =>
  route(operations.readGuidebook, async (request) => {
    const { account, customId } = request.params
    requireAccount(request, account)
    const answer = await database.knex.transaction(
      async (trx) => guidebookAnswer(trx, (await findWrittenGuidebook(trx, account, customId)) ?? fail('not-found')),
      { isolationLevel: 'repeatable read', readOnly: true },
    )
    return { status: 200 as const, ...answer }
  })
