import { operations } from '@guidebook/contracts'
import { decodeCursor, type Route, requireAccount, route, toBoundedPage } from '@guidebook/service-kit'
import { withKnownAccounts } from '../account/known-accounts.ts'
import type { Context } from '../context.ts'
import { failReleaseMissing } from '../release/errors.ts'
import { nextLink } from '../release/next-link.ts'
import { findAuditOfRequest, listAudit } from './queries.ts'

/** More than one request can cause: it is for the sake of a request id that many have used. */
const mostEntries = 500

const list = (context: Context) =>
  route(operations.listReleaseAudit, async (request) => {
    const { account, release: link } = request.params
    const { limit = 50, cursor } = request.query
    const { knex } = context.database
    requireAccount(request, account)
    const [before] = decodeCursor(cursor, ['number']) ?? [null]
    const full = await withKnownAccounts(context.accounts, () => context.releases.find(account, link))
    // The log tells what the operator does and who of its people did it: that is not the seller's business.
    if (full === null || full.release.account !== account) return failReleaseMissing()
    const entries = await listAudit(knex, full.release, { before, limit: limit + 1 })
    const page = toBoundedPage(
      entries,
      limit,
      ({ number }) => [number],
      ({ entry }) => entry,
    )
    return { status: 200, body: page, headers: nextLink(request.raw.url ?? '/', page.nextCursor) }
  })

const ofRequest = (context: Context) =>
  route(operations.findAuditByRequest, async ({ query }) => {
    const entries = await findAuditOfRequest(context.database.knex, query.requestId, mostEntries)
    return { status: 200, body: { entries } }
  })

export const auditRoutes = (context: Context): Route[] => [list, ofRequest].map((make) => make(context))
