import { withKnownAccounts } from '../account/known-accounts.ts'
import { findPublication, type Publication } from '../build/queries.ts'
import type { Context } from '../context.ts'
import { type FullRelease, findByLink } from '../release/queries.ts'
import { type Access, accessAt } from './access.ts'

/** What a link leads to. */
export interface Trip {
  full: FullRelease
  access: Access
  /** What the last build has published; null while the first is under way. */
  publication: Publication | null
}

/** The trip behind a link; null when nobody was ever given that link. */
export async function findTrip(
  { accounts, clock, database }: Pick<Context, 'accounts' | 'clock' | 'database'>,
  link: string,
): Promise<Trip | null> {
  const full = await withKnownAccounts(accounts, () => findByLink(database.knex, link))
  if (full === null) return null
  const access = accessAt(full.release, clock.now(), full.parties.provider.timeZone)
  return { full, access, publication: await findPublication(database.knex, full.release) }
}
