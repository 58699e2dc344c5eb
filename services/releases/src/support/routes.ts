import { type FoundRelease, operations } from '@guidebook/contracts'
import { isUuid, prepared, type Route, route } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { listAudit, presentEntry } from '../audit/queries.ts'
import { problemTextsFor } from '../builds/build-problems.ts'
import { findPublication, findReport, presentBuild } from '../builds/queries.ts'
import type { Context } from '../context.ts'
import { auditTextsFor } from '../language/audit-texts.ts'
import { presentRelease } from '../release/present.ts'
import { type FoundRow, joinAccounts, requireAccounts, selectRelease } from '../release/queries.ts'
import type { Release } from '../release/release.ts'

/** When more releases have the name, support adds the account. */
const mostReleases = 20

/** What support asks about releases, across accounts. */
export const supportRoutes = ({ database: { knex }, publicUrl }: Context): Route[] => [
  route(operations.findReleases, async ({ headers, query: { name, account = null, audit: entries = 20 } }) => {
    const found = await findByName(knex, name, account)
    const releases = found.map(async (release): Promise<FoundRelease> => {
      const [report, publication, audit] = await Promise.all([
        findReport(knex, release),
        findPublication(knex, release),
        listAudit(knex, release, null, entries),
      ])
      return {
        kind: release.kind,
        record: presentRelease(release, publicUrl),
        revokedAt: release.revoked_at?.toISOString() ?? null,
        build: presentBuild(release, report, problemTextsFor(headers)),
        published: publication && { generation: publication.generation, at: publication.published_at.toISOString() },
        audit: audit.map((entry) => presentEntry(entry, auditTextsFor(headers))),
      }
    })
    return { status: 200, body: { releases: await Promise.all(releases) } }
  }),
]

const wholeNumber = /^[1-9]\d{0,15}$/

/**
 * Releases of all accounts that have this Trip Link, code or number, newest first, also revoked ones; only those of `account` unless it is null.
 * Codes and numbers are found without their account, which the indexes begin with: PostgreSQL skips through the accounts. That is fast enough
 * for occasional questions.
 */
async function findByName(knex: Knex, name: string, account: string | null): Promise<Release[]> {
  if (account !== null && !isUuid(account)) return []
  const rows = await prepared<FoundRow>(
    knex,
    'releases/find-by-name',
    `select ${selectRelease} from releases r ${joinAccounts}
      where (r.account, r.id) in (
          select account, release_id from release_links where link = :name
          union select operator, release_id from download_codes where code = cast(:number as bigint)
          union select account, id from releases where id = cast(:number as bigint))
        and (cast(:account as uuid) is null or r.account = :account or r.seller = :account)
      order by r.id desc limit ${mostReleases}`,
    { name, number: wholeNumber.test(name) ? name : null, account },
  )
  return rows.map(requireAccounts)
}
