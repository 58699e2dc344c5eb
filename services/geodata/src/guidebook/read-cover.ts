import { operations } from '@guidebook/contracts'
import { fail, type Route, requireAccount, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { findWrittenGuidebook } from './queries.ts'

export const readGuidebookCover = ({ database, objectStore }: Context): Route =>
  route(operations.readGuidebookCover, async (request) => {
    const { account, customId } = request.params
    requireAccount(request, account)
    const { cover } = (await findWrittenGuidebook(database.knex, account, customId)) ?? fail('not-found')
    if (cover === null) return fail('not-found', 'The guidebook has no cover.')
    const { stream, bytes } = await objectStore.get(cover.key)
    const headers = { 'Content-Length': String(bytes) }
    return { status: 200 as const, stream, contentType: cover.mediaType, etag: cover.sha256, headers }
  })
