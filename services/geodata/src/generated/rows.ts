// Generated from the migrated schema: see CONTRIBUTING.md.

/** A row of `guidebook_changes`. */
export interface GuidebookChangeRow {
  id: number
  account: string
  guidebook_id: string
  by_item: boolean
  due_at: Date
  request_id: string | null
  traceparent: string | null
}

/** A row of `guidebook_members`. */
export interface GuidebookMemberRow {
  account: string
  guidebook_id: string
  stage: number | null
  section: 'routes' | 'pois' | 'texts' | 'generalInfo'
  position: number
  item_id: string
  role: 'main' | 'leg' | 'alternative' | null
}

/** A row of `guidebook_stages`. */
export interface GuidebookStageRow {
  account: string
  guidebook_id: string
  number: number
  titles: unknown
}

/** A row of `guidebooks`. */
export interface GuidebookRow {
  account: string
  id: string
  custom_id: string | null
  titles: unknown
  descriptions: unknown
  cover: unknown | null
  version: number
  release_key: string | null
  release_id: number | null
  generation: number | null
  created_at: Date
  updated_at: Date
  title_bytes: number
}

/** A row of `item_changes`. */
export interface ItemChangeRow {
  id: number
  account: string
  item_id: string
  due_at: Date
  request_id: string | null
  traceparent: string | null
}

/** A row of `items`. */
export interface ItemRow {
  account: string
  id: string
  kind: 'route' | 'poi' | 'text'
  library_id: string | null
  guidebook_id: string | null
  custom_id: string | null
  generated: boolean
  names: unknown
  descriptions: unknown
  image: unknown | null
  version: number
  created_at: Date
  updated_at: Date
  remark: string | null
  color: string | null
  icon: string | null
  overrides: unknown | null
  measures: unknown | null
  bounds: unknown | null
  point_count: number | null
  track_sha256: string | null
  lat: number | null
  lng: number | null
  attributes: unknown | null
  category: unknown | null
  tags: unknown | null
  name_bytes: number
  text_bytes: number
}

/** A row of `libraries`. */
export interface LibraryRow {
  account: string
  id: string
  custom_id: string
  names: unknown
  version: number
  created_at: Date
  updated_at: Date
  name_bytes: number
}

/** A row of `tracks`. */
export interface TrackRow {
  account: string
  item_id: string
  packed: Buffer
}
