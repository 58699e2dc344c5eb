import { operations } from '@guidebook/contracts'
import { decodeCursor, nextLink, type Route, route, toBoundedPage } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { ownAccount } from '../request/own-account.ts'
import { presentLibrary } from './present.ts'
import { listLibraries as readLibraries } from './queries.ts'

export const listLibraries = ({ database }: Context): Route =>
  route(operations.listLibraries, async (request) => {
    const { limit = 50, cursor } = request.query
    const account = ownAccount(request, request.query.account)
    const [after = null] = decodeCursor(cursor, ['uuid']) ?? []
    const rows = await readLibraries(database.knex, account, after, limit + 1)
    const page = toBoundedPage(rows, limit, (row) => [row.id], presentLibrary)
    return { status: 200 as const, body: page, headers: nextLink(request, page.nextCursor) }
  })
