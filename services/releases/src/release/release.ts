import type { AccountProjection, ReleaseRecord } from '@guidebook/contracts'
import { type OutboxRow, outboxRows } from '@guidebook/service-kit'
import type * as rows from '../generated/rows.ts'

/**
 * A row of `releases`. Days are `YYYY-MM-DD` in the time zone of `account`, the operator. `source_guidebook` is the input of builds: the
 * released guidebook, the template of an on-demand release, or null. `source_custom_id` is its custom ID in the request. Travellers see
 * `guidebook`. `revision` counts the changes of the record, `generation` the requested builds. `email` receives errors of the background
 * customization.
 */
export interface ReleaseRow extends Omit<rows.ReleaseRow, 'text_bytes' | 'listed_title'> {
  accommodation: ReleaseRecord['accommodation']
  texts: ReleaseRecord['text']
  assets: ReleaseRecord['additionalAssets']
}

export type ReleaseId = Pick<ReleaseRow, 'account' | 'id'>

/** The columns of a `ReleaseRow`. */
export const releaseColumns = `account, id, key, link, kind, customized, download_code, seller, seller_download_code, title,
  source_guidebook, source_custom_id, source_version, guidebook, start_date, end_date, arrival_date, departure_date, lang, devices, positioning,
  app_enabled, pdf_enabled, gpx_enabled, app_available, pdf_available, gpx_available, disabled, locked, accommodation, texts, assets,
  email, revision, generation, build_requested_at, created_at, revoked_at`

/** A release with the account that operates it and the account that sells it. */
export interface Release extends ReleaseRow {
  provider: AccountProjection
  reseller: AccountProjection | null
}

/** The account whose brand travellers see. */
export const brandOf = ({ provider, reseller }: Pick<Release, 'provider' | 'reseller'>): AccountProjection =>
  reseller ?? provider

/** The code that the traveller knows: the seller's, when there is one. */
export const travellerCode = ({ seller_download_code, download_code }: ReleaseRow): number =>
  seller_download_code ?? download_code

export const tripLinkUrl = (publicUrl: string, link: string): string => `${publicUrl}/t/${link}`

/** Requests a build of the release's current generation from the builder. */
export const buildRequest = ({ account, id, link, generation, kind, key }: ReleaseRow): OutboxRow[] =>
  outboxRows('release.build-requested.v1', { account, release: id, link, generation, kind }, { subject: key })

/** The fields of a release whose documents are outdated. */
export const nextGeneration = ({ generation }: ReleaseRow, now: Date) => ({
  generation: generation + 1,
  build_requested_at: now,
})
