import { operations } from '@guidebook/contracts'
import { decodeCursor, nextLink, type Route, requireAccount, route, toBoundedPage } from '@guidebook/service-kit'
import { operatorById } from '../account/accounts.ts'
import type { Context } from '../context.ts'
import { dayAt } from './calendar.ts'
import { failReleaseMissing } from './errors.ts'
import { listReleases } from './list-releases.ts'
import { presentRelease, recordReply } from './present.ts'

export const releaseRoutes = ({ accounts, database, findRelease, clock, publicUrl }: Context): Route[] => [
  route(operations.readRelease, async (request) => {
    const { account, release: link } = request.params
    requireAccount(request, account)
    return recordReply(200, (await findRelease(account, link)) ?? failReleaseMissing(), publicUrl)
  }),

  route(operations.listReleases, async (request) => {
    const { account } = request.params
    const { limit = 50, cursor, ...filter } = request.query
    const { timeZone } = await operatorById(accounts, request, account)
    const [before] = decodeCursor(cursor, ['number']) ?? [null]
    const today = dayAt(clock.now(), timeZone)
    const found = await listReleases(database.knex, { ...filter, account, before, today, limit: limit + 1 })
    const page = toBoundedPage(
      found,
      limit,
      ({ id }) => [id],
      (release) => presentRelease(release, publicUrl),
    )
    return { status: 200, body: page, headers: nextLink(request, page.nextCursor) }
  }),
]
