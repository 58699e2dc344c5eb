import type { BuildInput, ReleaseRecord } from '@guidebook/contracts'

export type ReleaseKind = BuildInput['release']['kind']

/** A release as it is stored; days are `YYYY-MM-DD` in the time zone of its operator's account. */
export interface Release {
  /** The operator's account. */
  account: string
  id: number
  key: string
  link: string
  kind: ReleaseKind
  customized: boolean
  downloadCode: number
  /** The account that sells it; both or neither of the two. */
  seller: string | null
  sellerDownloadCode: number | null
  title: string
  /** The guidebook that builds start from: the released one, the template of an on-demand release, or none. */
  sourceGuidebook: string | null
  sourceVersion: number
  /** The guidebook that is shown. */
  guidebook: string | null
  startDate: string
  endDate: string
  arrivalDate: string | null
  departureDate: string | null
  lang: string
  devices: number
  positioning: boolean
  appEnabled: boolean
  pdfEnabled: boolean
  gpxEnabled: boolean
  appAvailable: boolean
  pdfAvailable: boolean
  gpxAvailable: boolean
  disabled: boolean
  locked: boolean
  accommodation: ReleaseRecord['accommodation']
  texts: ReleaseRecord['text']
  assets: ReleaseRecord['additionalAssets']
  /** Receives the background errors of a customization. */
  email: string | null
  /** Counts the changes of the record, so that a reader can tell whether it has the newest. */
  revision: number
  /** Counts the builds asked for. */
  generation: number
  buildRequestedAt: Date
  createdAt: Date
  revokedAt: Date | null
}

export type ReleaseField = keyof Release

/** Field to column; the one place that knows both. */
export const columns = {
  account: 'account',
  id: 'id',
  key: 'key',
  link: 'link',
  kind: 'kind',
  customized: 'customized',
  downloadCode: 'download_code',
  seller: 'seller',
  sellerDownloadCode: 'seller_download_code',
  title: 'title',
  sourceGuidebook: 'source_guidebook',
  sourceVersion: 'source_version',
  guidebook: 'guidebook',
  startDate: 'start_date',
  endDate: 'end_date',
  arrivalDate: 'arrival_date',
  departureDate: 'departure_date',
  lang: 'lang',
  devices: 'devices',
  positioning: 'positioning',
  appEnabled: 'app_enabled',
  pdfEnabled: 'pdf_enabled',
  gpxEnabled: 'gpx_enabled',
  appAvailable: 'app_available',
  pdfAvailable: 'pdf_available',
  gpxAvailable: 'gpx_available',
  disabled: 'disabled',
  locked: 'locked',
  accommodation: 'accommodation',
  texts: 'texts',
  assets: 'assets',
  email: 'email',
  revision: 'revision',
  generation: 'generation',
  buildRequestedAt: 'build_requested_at',
  createdAt: 'created_at',
  revokedAt: 'revoked_at',
} as const satisfies Record<ReleaseField, string>

export const releaseFields = Object.keys(columns) as ReleaseField[]

/** The columns of table `r`, named as the fields are. */
export const selectRelease = releaseFields.map((field) => `r.${columns[field]} AS "${field}"`).join(', ')

/** A release as a JSON object of its columns. */
export const toRow = (release: Release): Record<string, unknown> =>
  Object.fromEntries(releaseFields.map((field) => [columns[field], release[field]]))

/** A field's value as its column takes it. */
export const toColumn = (value: Release[ReleaseField]): unknown =>
  Array.isArray(value) ? JSON.stringify(value) : value
