// Generated from the migrated schema: see CONTRIBUTING.md.

/** A row of `audit_entries`. */
export interface AuditEntryRow {
  account: string
  release_id: number
  id: number
  at: Date
  actor: string
  action: string
  severity: 'info' | 'warning' | 'error'
  message: string
  code: string | null
  request_id: string | null
  before: unknown | null
  after: unknown | null
  text_bytes: number
}

/** A row of `builds`. */
export interface BuildRow {
  account: string
  release_id: number
  generation: number
  sequence: number
  state: 'running' | 'completed' | 'failed'
  step: string | null
  percent: number
  message: string | null
  warnings: unknown
  finished_at: Date | null
  code: string | null
}

/** A row of `devices`. */
export interface DeviceRow {
  account: string
  release_id: number
  id: string
  device_id: string
  name: string
  registered_at: Date
}

/** A row of `documents`. */
export interface DocumentRow {
  account: string
  release_id: number
  id: string
  title: string
  traveller: string | null
  from_date: string | null
  until_date: string | null
  object_key: string
  bytes: number
  encrypted: boolean
  created_at: Date
}

/** A row of `download_codes`. */
export interface DownloadCodeRow {
  account: string
  code: number
  role: 'operator' | 'seller'
  operator: string
  release_id: number
}

/** A row of `guidebook_usage`. */
export interface GuidebookUsageRow {
  account: string
  guidebook: string
  day: string
  page_views: number
  roadbook_downloads: number
  gpx_downloads: number
  app_downloads: number
  devices: number
}

/** A row of `on_demand_requests`. */
export interface OnDemandRequestRow {
  account: string
  release_id: number
  request: unknown
  image_keys: string[]
}

/** A row of `previews`. */
export interface PreviewRow {
  account: string
  guidebook: string
  lang: string
  id: number
  title: string
  generation: number
  build_requested_at: Date
  sequence: number
  state: 'waiting' | 'running' | 'completed' | 'failed'
  step: string | null
  percent: number
  message: string | null
  warnings: unknown
  finished_at: Date | null
  artifacts: unknown | null
  code: string | null
}

/** A row of `publications`. */
export interface PublicationRow {
  account: string
  release_id: number
  generation: number
  content_version: string
  artifacts: unknown
  published_at: Date
}

/** A row of `release_links`. */
export interface ReleaseLinkRow {
  link: string
  account: string
  release_id: number
}

/** A row of `release_usage`. */
export interface ReleaseUsageRow {
  account: string
  release_id: number
  first_day: string
  last_day: string
  page_views: number
  roadbook_downloads: number
  gpx_downloads: number
  app_downloads: number
  devices: number
}

/** A row of `release_usage_start`. */
export interface ReleaseUsageStartRow {
  at: Date
}

/** A row of `releases`. */
export interface ReleaseRow {
  account: string
  id: number
  key: string
  link: string
  kind: 'plain' | 'customized' | 'on-demand'
  customized: boolean
  download_code: number
  seller: string | null
  seller_download_code: number | null
  title: string
  source_guidebook: string | null
  source_version: number
  guidebook: string | null
  start_date: string
  end_date: string
  arrival_date: string | null
  departure_date: string | null
  lang: string
  devices: number
  positioning: boolean
  app_enabled: boolean
  pdf_enabled: boolean
  gpx_enabled: boolean
  app_available: boolean
  pdf_available: boolean
  gpx_available: boolean
  disabled: boolean
  locked: boolean
  accommodation: unknown
  texts: unknown
  assets: unknown
  email: string | null
  revision: number
  generation: number
  build_requested_at: Date
  created_at: Date
  revoked_at: Date | null
  text_bytes: number
  source_custom_id: string | null
  listed_title: string
}

/** A row of `settled_commands`. */
export interface SettledCommandRow {
  account: string
  command_id: string
  outcome: unknown
  settled_at: Date
  download_code: number | null
  requested_at: Date | null
}

/** A row of `shares`. */
export interface ShareRow {
  seller: string
  operator: string
  release_id: number
  shared_at: Date
}

/** A row of `used_items`. */
export interface UsedItemRow {
  account: string
  release_id: number
  bindings: unknown
  item_ids: string[]
  seen_version: number
}
