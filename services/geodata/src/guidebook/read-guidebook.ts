import { operations } from '@guidebook/contracts'
import { fail, type Route, requireAccount, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { guidebookAnswer } from './answer.ts'
import { findWrittenGuidebook } from './queries.ts'

export const readGuidebook = ({ database }: Context): Route =>
  route(operations.readGuidebook, async (request) => {
    const { account, customId } = request.params
    requireAccount(request, account)
    const row = (await findWrittenGuidebook(database.knex, account, customId)) ?? fail('not-found')
    return { status: 200 as const, ...(await guidebookAnswer(database.knex, row)) }
  })
