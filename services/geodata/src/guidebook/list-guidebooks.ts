import { operations } from '@guidebook/contracts'
import { decodeCursor, nextLink, type Route, route, searchWords, toBoundedPage } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { ownAccount } from '../request/own-account.ts'
import { cursorTypes, listGuidebooks as readGuidebooks } from './list-queries.ts'
import { presentSummary } from './present.ts'

export const listGuidebooks = ({ database, lists }: Context): Route =>
  route(operations.listGuidebooks, async (request) => {
    const { account: named, limit = 50, cursor, sort = '-created', q, ...filter } = request.query
    const account = ownAccount(request, named)
    const after = decodeCursor(cursor, cursorTypes(sort))
    const listed = { account, sort, words: searchWords(q), filter, after, limit: limit + 1 }
    const read = () => readGuidebooks(database.knex, listed)
    const rows = await lists.run(account, read, { signal: request.signal })
    const page = toBoundedPage(rows, limit, ({ sortValue, id }) => [sortValue, id], presentSummary)
    return { status: 200 as const, body: page, headers: nextLink(request, page.nextCursor) }
  })
