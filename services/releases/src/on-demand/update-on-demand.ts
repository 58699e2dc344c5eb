import type { AccountProjection } from '@guidebook/contracts'
import { fail, storeInOutbox } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { addAudit } from '../audit/queries.ts'
import { buildRequest, nextGeneration } from '../builds/request-build.ts'
import { moveSellerCode } from '../download-code/move-seller-code.ts'
import { type Author, sharedNotes } from '../release/create-release.ts'
import { type FullRelease, updateRelease } from '../release/queries.ts'
import type { Release } from '../release/release.ts'
import { mailShare, noteShare, shareMessage } from '../sharing/share.ts'
import { isBeforeDeadline } from './deadline.ts'

/** 409 `release-locked` when the release can no longer be replaced. */
export function requireOpen({ release, parties }: FullRelease, now: Date): void {
  if (release.locked) fail('release-locked', 'The release is locked.')
  if (!isBeforeDeadline(release, now, parties.provider.timeZone)) {
    fail('release-locked', 'An on-demand release can be changed until the day before its period starts.')
  }
}

export interface Replacement {
  fields: Partial<Release>
  seller: AccountProjection | null
  /** The code for the seller: as the request says, or drawn for a seller who has none yet. */
  sellerCode: number
  /** Whether the request says the seller's code. */
  codeIsGiven: boolean
}

/**
 * Replaces a locked on-demand release by what a new request says, asks for its build and tells a seller who is named for the first
 * time. Throws `DownloadCodeTakenError`: the transaction must then be given up.
 */
export async function updateOnDemand(
  trx: Knex.Transaction,
  { release, parties }: FullRelease,
  { fields, seller, sellerCode, codeIsGiven }: Replacement,
  author: Author,
  { now, publicUrl }: { now: Date; publicUrl: string },
): Promise<FullRelease> {
  // A seller that stays keeps its code unless another one is given.
  const keepsCode = seller !== null && seller.id === release.seller && !codeIsGiven
  const sellerDownloadCode = seller === null ? null : keepsCode ? release.sellerDownloadCode : sellerCode
  const updated = await updateRelease(trx, release, {
    ...fields,
    ...nextGeneration(release, now),
    seller: seller?.id ?? null,
    sellerDownloadCode,
  })
  await moveSellerCode(trx, release, updated)
  const full: FullRelease = { release: updated, parties: { provider: parties.provider, seller } }

  const isNewShare = seller !== null && (await noteShare(trx, updated, seller, now))
  await addAudit(trx, release, now, [
    {
      ...author,
      action: 'release.replaced',
      severity: 'info',
      message: 'The on-demand release was replaced.',
      before: audited(release),
      after: audited(updated),
    },
    ...(isNewShare ? sharedNotes(full, author) : []),
  ])
  await storeInOutbox(trx, [...buildRequest(updated), ...(isNewShare ? shareMessage(full, publicUrl) : [])])
  if (isNewShare) await mailShare(trx, full, publicUrl)
  return full
}

function audited(release: Release) {
  const { title, startDate, endDate, arrivalDate, departureDate, lang, devices, appEnabled, gpxEnabled } = release
  const { seller, sellerDownloadCode, accommodation, generation } = release
  const booking = { startDate, endDate, arrivalDate, departureDate, lang, devices, accommodation }
  return { title, ...booking, appEnabled, gpxEnabled, seller, sellerDownloadCode, generation }
}
