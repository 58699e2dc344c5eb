import { operations } from '@guidebook/contracts'
import { fail, type Route, requireAccount, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { imageAnswer } from '../image/stored-image.ts'
import { findWrittenGuidebook } from './queries.ts'

export const readGuidebookCover = ({ database, objectStore }: Context): Route =>
  route(operations.readGuidebookCover, async (request) => {
    const { account, customId } = request.params
    requireAccount(request, account)
    const { cover } = (await findWrittenGuidebook(database.knex, account, customId)) ?? fail('not-found')
    return cover === null ? fail('not-found', 'The guidebook has no cover.') : await imageAnswer(objectStore, cover)
  })
