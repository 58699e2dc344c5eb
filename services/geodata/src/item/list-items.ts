import { operations } from '@guidebook/contracts'
import { decodeCursor, nextLink, type Route, route, searchWords, toBoundedPage } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { ownAccount } from '../request/own-account.ts'
import { presentItem } from './present.ts'
import { listItems as readItems } from './queries.ts'

export const listItems = ({ database, lists }: Context): Route =>
  route(operations.listItems, async (request) => {
    const { account: named, limit = 50, cursor, q, ...filters } = request.query
    const [after] = decodeCursor(cursor, ['uuid']) ?? []
    const account = ownAccount(request, named)
    const read = () => readItems(database.knex, { ...filters, words: searchWords(q), account, after, limit: limit + 1 })
    const rows = await lists.run(account, read, { signal: request.signal })
    const page = toBoundedPage(rows, limit, (row) => [row.id], presentItem)
    return { status: 200 as const, body: page, headers: nextLink(request, page.nextCursor) }
  })
