import { type FoundRelease, operations } from '@guidebook/contracts'
import { type Route, route } from '@guidebook/service-kit'
import { withKnownAccounts } from '../account/known-accounts.ts'
import { listAudit } from '../audit/queries.ts'
import { presentBuild } from '../builds/present-build.ts'
import { findPublication, findReport } from '../builds/queries.ts'
import type { Context } from '../context.ts'
import { presentRelease } from '../release/present.ts'
import type { FullRelease } from '../release/queries.ts'
import { findByName } from './find-by-name.ts'

/** More say that the name is too common to help anyone: the account tells them apart. */
const mostReleases = 20

const find = (context: Context) =>
  route(operations.findReleases, async ({ query: { name, account = null, audit = 20 } }) => {
    const { knex } = context.database
    const found = await withKnownAccounts(context.accounts, () => findByName(knex, { name, account }, mostReleases))
    const releases = await Promise.all(found.map((full) => presentFound(context, full, audit)))
    return { status: 200, body: { releases } }
  })

async function presentFound(context: Context, full: FullRelease, entries: number): Promise<FoundRelease> {
  const { knex } = context.database
  const { release, parties } = full
  const [report, publication, audit] = await Promise.all([
    findReport(knex, release),
    findPublication(knex, release),
    listAudit(knex, release, { before: null, limit: entries }),
  ])
  return {
    kind: release.kind,
    record: presentRelease(release, parties, context.publicUrl),
    revokedAt: release.revokedAt?.toISOString() ?? null,
    build: presentBuild(release, report),
    published: publication && { generation: publication.generation, at: publication.publishedAt.toISOString() },
    audit: audit.map(({ entry }) => entry),
  }
}

/** What support asks about releases, across accounts. */
export const supportRoutes = (context: Context): Route[] => [find(context)]
