import type { AccountProjection, Artifacts, BuildWarning } from '@guidebook/contracts'
import { dayAt } from '@guidebook/service-kit'
import { newRelease } from '../creation/new-release.ts'
import type * as rows from '../generated/rows.ts'
import type { Release } from '../release/release.ts'

/** A preview of a guidebook in one language, and its newest build. */
export interface Preview extends rows.PreviewRow {
  warnings: BuildWarning[]
  artifacts: Artifacts | null
}

type PreviewId = Pick<Preview, 'account' | 'id'>

/** The link of a preview in messages: a release has none with a hyphen, so it opens nothing to travellers. */
export const previewLink = ({ account, id }: PreviewId): string => `preview-${account}-${id}`

const pattern = /^preview-([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})-(\d{1,16})$/

/** The preview that a link names; null for the link of a release. */
export function previewOf(link: string): PreviewId | null {
  const [, account, id] = pattern.exec(link) ?? []
  return account === undefined ? null : { account, id: Number(id) }
}

/** The release that travellers would have, without a booking. */
export function asRelease(preview: Preview, provider: AccountProjection, now: Date): Release {
  const { id, guidebook, lang, title, generation, build_requested_at } = preview
  const today = dayAt(now, provider.timeZone)
  const release = newRelease(
    {
      provider,
      reseller: null,
      email: null,
      kind: 'plain',
      customized: false,
      title,
      lang,
      source_guidebook: guidebook,
      source_custom_id: null,
      source_version: 0,
      guidebook,
      start_date: today,
      end_date: today,
      arrival_date: null,
      departure_date: null,
      accommodation: [],
      texts: [],
      assets: [],
      devices: 0,
      positioning: false,
      // Neither page nor roadbook shows it.
      download_code: 1,
      seller_download_code: null,
      // The page links to no file.
      app_enabled: false,
      pdf_enabled: false,
      gpx_enabled: false,
    },
    id,
    now,
  )
  return { ...release, link: previewLink(preview), generation, build_requested_at }
}
