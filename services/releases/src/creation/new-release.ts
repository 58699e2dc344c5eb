import { randomInt, randomUUID } from 'node:crypto'
import type { ReleaseRequest } from '@guidebook/contracts'
import type { Release } from '../release/release.ts'
import type { CheckedRequest } from './check-request.ts'
import { titleIn } from './check-request.ts'

/** The fields of a request that have the codes. */
export const codePointers = { operator: '/downloadCode', seller: '/sellerDownloadCode' }

/** Letters and digits that are not confused when a link is read aloud or typed from paper (base 58: no 0, O, I, l). */
const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** A new Trip Link slug: 20 letters of 58, 117 random bits. It is the traveller's only secret. */
export const newSlug = (): string => Array.from({ length: 20 }, () => alphabet[randomInt(alphabet.length)]).join('')

/** The fields that are the same for all new releases: nothing is built or disabled. */
const initialFields = (id: number, now: Date) => ({
  id,
  key: randomUUID(),
  link: newSlug(),
  app_available: false,
  pdf_available: false,
  gpx_available: false,
  disabled: false,
  locked: false,
  revision: 1,
  generation: 1,
  build_requested_at: now,
  created_at: now,
  revoked_at: null,
})

/** What a use case decides about a new release. The seller's code counts only when there is a seller. */
export type ReleaseDraft = Omit<Release, keyof ReturnType<typeof initialFields> | 'account' | 'seller'>

export const newRelease = (draft: ReleaseDraft, id: number, now: Date): Release => ({
  ...draft,
  account: draft.provider.id,
  seller: draft.reseller?.id ?? null,
  seller_download_code: draft.reseller && draft.seller_download_code,
  ...initialFields(id, now),
})

/** The draft of a plain or customized release. */
export function draftOf(
  provider: Release['provider'],
  request: ReleaseRequest,
  { guidebook, reseller }: CheckedRequest,
  { sellerCode, email }: { sellerCode: number; email: string | null },
): ReleaseDraft {
  const fields = requestedFields(request)
  return {
    provider,
    reseller,
    email,
    kind: kindOf(fields),
    ...fields,
    ...guidebookFields(guidebook, request.lang, provider.defaultLang),
    download_code: request.downloadCode,
    seller_download_code: sellerCode,
    positioning: request.positioning ?? true,
    app_enabled: true,
    pdf_enabled: true,
    gpx_enabled: true,
  }
}

export const kindOf = ({ customized }: { customized: boolean }): Release['kind'] =>
  customized ? 'customized' : 'plain'

/** The guidebook that a plain or customized release is based on, and that is shown until it has another. */
export const guidebookFields = (
  { id, version, titles, customId }: CheckedRequest['guidebook'],
  lang: string,
  defaultLang: string,
) => ({
  source_guidebook: id,
  source_custom_id: customId,
  source_version: version,
  guidebook: id,
  title: titleIn(titles, lang, defaultLang),
})

/** The fields that a request for a plain or customized release decides, when the release is created and when an import changes it. */
export function requestedFields(request: ReleaseRequest) {
  const { accommodation = [], text: texts = [], additionalAssets: assets = [] } = request
  return {
    start_date: request.startdate,
    end_date: request.enddate,
    arrival_date: request.arrivaldate ?? null,
    departure_date: request.departuredate ?? null,
    lang: request.lang,
    devices: request.devices,
    customized: accommodation.length + texts.length + assets.length > 0,
    accommodation: accommodation.map(accommodationOf),
    texts,
    assets,
  }
}

/** An accommodation of a library, as the record shows it. */
export const accommodationOf = (
  entry: NonNullable<ReleaseRequest['accommodation']>[number],
): Release['accommodation'][number] => ({
  externalId: entry.externalId,
  libraryExternalId: entry.libraryExternalId,
  stageNumber: null,
  name: null,
  arrivalDate: entry.arrivalDate ?? null,
  departureDate: entry.departureDate ?? null,
  comment: entry.comment ?? null,
})
