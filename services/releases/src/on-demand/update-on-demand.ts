import { dayAt, fail, type OperationRequest, storeInOutbox } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { addAudit, auditedFields, auditRow } from '../audit/queries.ts'
import type { Context } from '../context.ts'
import { moveSellerCode } from '../download-code/codes.ts'
import { updateRelease } from '../release/queries.ts'
import { nextGeneration, type Release } from '../release/release.ts'
import { requestBuilds } from '../release/request-builds.ts'
import { requireChangeable } from '../release/require-changeable.ts'
import { mailShare, noteShare, shareEntry, shareMessage } from '../sharing/share.ts'
import type { onDemandFields } from './on-demand-fields.ts'

export interface Replacement {
  fields: ReturnType<typeof onDemandFields>
  reseller: Release['reseller']
  /** The code of the request, or a new one. */
  sellerCode: number
  /** Whether the request has the seller's code. */
  codeIsGiven: boolean
}

/** Throws 412 when `If-Match` names another version, and 409 `release-locked` when the release is locked or its period has begun. */
export function requireReplaceable(
  request: Pick<OperationRequest, 'headers'>,
  release: Release,
  { clock }: Pick<Context, 'clock'>,
): void {
  requireChangeable(request, release)
  if (dayAt(clock.now(), release.provider.timeZone) >= release.start_date) {
    fail('release-locked', 'An on-demand release can be changed until the day before its period starts.')
  }
}

/**
 * Replaces an on-demand release that has passed `requireReplaceable` in this transaction, requests its build and notifies a seller who is named
 * for the first time. Throws `DownloadCodeTakenError`: the transaction must then be rolled back.
 */
export async function updateOnDemand(
  trx: Knex.Transaction,
  { clock, publicUrl }: Context,
  release: Release,
  { fields, reseller, sellerCode, codeIsGiven }: Replacement,
  actor: string,
): Promise<Release> {
  const now = clock.now()
  // The same seller keeps its code unless another one is given.
  const keepsCode = reseller?.id === release.seller && !codeIsGiven
  const row = await updateRelease(trx, release, {
    ...fields,
    ...nextGeneration(release, now),
    seller: reseller?.id ?? null,
    seller_download_code: reseller && (keepsCode ? release.seller_download_code : sellerCode),
  })
  await moveSellerCode(trx, release, row)
  const updated: Release = { ...row, reseller }

  const isNewShare = reseller !== null && (await noteShare(trx, updated, now))
  const note = {
    actor,
    action: 'release.replaced',
    message: 'The on-demand release was replaced.',
    before: { ...auditedFields(release, audited), seller: release.reseller?.oid ?? null },
    after: { ...auditedFields(updated, audited), seller: reseller?.oid ?? null },
  }
  await addAudit(trx, [auditRow(release, now, note), ...(isNewShare ? shareEntry(updated, now, actor) : [])])
  await requestBuilds(trx, [updated])
  if (isNewShare) {
    await storeInOutbox(trx, shareMessage(updated, publicUrl))
    await mailShare(trx, updated, publicUrl)
  }
  return updated
}

const audited = [
  ...(['title', 'start_date', 'end_date', 'arrival_date', 'departure_date', 'lang', 'devices'] as const),
  ...(['app_enabled', 'gpx_enabled', 'seller_download_code', 'accommodation', 'generation'] as const),
]
