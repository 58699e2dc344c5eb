import type { Database } from '@guidebook/service-kit'
import { withKnownAccounts } from '../account/known-accounts.ts'
import { findPublication, findReport, type Publication } from '../builds/queries.ts'
import type { Context } from '../context.ts'
import { type FullRelease, findByLink } from '../release/queries.ts'
import { type Access, accessAt } from './access.ts'

/** What a link leads to. */
export interface Trip {
  full: FullRelease
  access: Access
  /** What the last build has published; null while the first is under way. */
  publication: Publication | null
  /** How the build is that the release waits for; null when the newest one is published. */
  waitsFor: 'coming' | 'failed' | null
}

/** The trip behind a link; null when nobody was ever given that link. */
export async function findTrip(
  { accounts, clock, database }: Pick<Context, 'accounts' | 'clock' | 'database'>,
  link: string,
): Promise<Trip | null> {
  const full = await withKnownAccounts(accounts, () => findByLink(database.knex, link))
  if (full === null) return null
  const access = accessAt(full.release, clock.now(), full.parties.provider.timeZone)
  const publication = await findPublication(database.knex, full.release)
  return { full, access, publication, waitsFor: await whatItWaitsFor(database, full, publication) }
}

/** What is shown, or that nothing is, may be all that there will be: a build that failed for good is not on its way. */
export async function whatItWaitsFor(
  database: Database,
  { release }: FullRelease,
  publication: Publication | null,
): Promise<Trip['waitsFor']> {
  if (publication?.generation === release.generation) return null
  const report = await findReport(database.knex, release)
  return report?.generation === release.generation && report.state === 'failed' ? 'failed' : 'coming'
}
