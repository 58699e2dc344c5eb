import { dayAt } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { findPublication, findReport, type Publication } from '../builds/queries.ts'
import type { Context } from '../context.ts'
import { findByLink } from '../release/queries.ts'
import type { Release, ReleaseRow } from '../release/release.ts'

/** What the holder of a link may see today. */
export type Access =
  | { state: 'open' }
  | { state: 'early'; from: string }
  | { state: 'over'; reason: 'revoked' | 'disabled' | 'ended' }

type Limited = Pick<ReleaseRow, 'start_date' | 'end_date' | 'disabled' | 'revoked_at'>

/** The link works from the first day of the period to the last, in the time zone of the operator's account. */
export function accessAt({ start_date, end_date, disabled, revoked_at }: Limited, now: Date, timeZone: string): Access {
  const today = dayAt(now, timeZone)
  if (revoked_at !== null) return { state: 'over', reason: 'revoked' }
  if (disabled) return { state: 'over', reason: 'disabled' }
  if (today > end_date) return { state: 'over', reason: 'ended' }
  return today < start_date ? { state: 'early', from: start_date } : { state: 'open' }
}

/** What a link leads to. */
export interface Trip {
  release: Release
  /** What the last build has published; null before the first. */
  publication: Publication | null
  /** The state of the build that the release waits for; null when the newest one is published. */
  waitsFor: 'coming' | 'failed' | null
}

/** The trip of a link; null when the link never existed. */
export async function findTrip(
  { clock, database: { knex } }: Context,
  link: string,
): Promise<(Trip & { access: Access }) | null> {
  const release = await findByLink(knex, link)
  if (release === null) return null
  const access = accessAt(release, clock.now(), release.provider.timeZone)
  return { access, ...(await findPublished(knex, release)) }
}

/** A build that failed for good is not on its way. */
export async function findPublished(knex: Knex, release: Release): Promise<Trip> {
  const publication = await findPublication(knex, release)
  if (publication?.generation === release.generation) return { release, publication, waitsFor: null }
  const report = await findReport(knex, release)
  return { release, publication, waitsFor: report?.state === 'failed' ? 'failed' : 'coming' }
}
