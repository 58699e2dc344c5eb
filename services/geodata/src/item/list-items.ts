import { operations } from '@guidebook/contracts'
import { decodeCursor, nextLink, type Route, route, toBoundedPage } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { ownAccount } from '../request/own-account.ts'
import { presentItem } from './present.ts'
import { listItems as readItems } from './queries.ts'

export const listItems = ({ database }: Context): Route =>
  route(operations.listItems, async (request) => {
    const { account: named, limit = 50, cursor, ...filters } = request.query
    const [after] = decodeCursor(cursor, ['uuid']) ?? []
    const account = ownAccount(request, named)
    const rows = await readItems(database.knex, { ...filters, account, after, limit: limit + 1 })
    const page = toBoundedPage(rows, limit, (row) => [row.id], presentItem)
    return { status: 200 as const, body: page, headers: nextLink(request, page.nextCursor) }
  })
