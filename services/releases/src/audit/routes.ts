import { operations } from '@guidebook/contracts'
import { decodeCursor, fail, nextLink, type Route, requireAccount, route, toBoundedPage } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { auditTextsFor } from '../language/audit-texts.ts'
import { failReleaseMissing } from '../release/errors.ts'
import { findAuditOfRequest, listAudit, listChanges, presentEntry } from './queries.ts'

/** More than one request can cause; for a request ID that many requests used. */
const mostEntries = 500

export const auditRoutes = ({ database: { knex }, findRelease }: Context): Route[] => [
  route(operations.listReleaseAudit, async (request) => {
    const { account, release: link } = request.params
    const { limit = 50, cursor } = request.query
    requireAccount(request, account)
    const [before] = decodeCursor(cursor, ['number']) ?? [null]
    const release = await findRelease(account, link)
    // The log shows what the operator and its people do: the seller does not see it.
    if (release?.account !== account) return failReleaseMissing()
    const tell = auditTextsFor(request.headers)
    const entries = await listAudit(knex, release, before, limit + 1)
    const page = toBoundedPage(
      entries,
      limit,
      ({ id }) => [id],
      (entry) => presentEntry(entry, tell),
    )
    return { status: 200, body: page, headers: nextLink(request, page.nextCursor) }
  }),

  route(operations.listReleaseChanges, async (request) => {
    const { limit = 50, cursor } = request.query
    const [before] = decodeCursor(cursor, ['number']) ?? [null]
    const tell = auditTextsFor(request.headers)
    const entries = await listChanges(knex, request.identity.account ?? fail('forbidden'), before, limit + 1)
    const page = toBoundedPage(
      entries,
      limit,
      ({ id }) => [id],
      ({ link, download_code, title, revoked_at, ...entry }) => ({
        release: link,
        downloadCode: download_code,
        bundleName: title,
        revoked: revoked_at !== null,
        entry: presentEntry(entry, tell),
      }),
    )
    return { status: 200, body: page, headers: nextLink(request, page.nextCursor) }
  }),

  route(operations.findAuditByRequest, async ({ query, headers }) => {
    const tell = auditTextsFor(headers)
    const rows = await findAuditOfRequest(knex, query.requestId, mostEntries)
    const entries = rows.map((row) => ({ release: row.link, entry: presentEntry(row, tell) }))
    return { status: 200, body: { entries } }
  }),
]
