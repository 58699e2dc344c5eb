// Generated from the migrated schema: see CONTRIBUTING.md.

/** A row of `artifacts`. */
export interface ArtifactRow {
  account: string
  ingredients: string
  key: string
  bytes: number
  media_type: string
  facts: unknown
  made_at: Date
  keys: string[]
  used_at: Date
}

/** A row of `build_objects`. */
export interface BuildObjectRow {
  account: string
  release: number
  key: string
  dropped_at: Date | null
}

/** A row of `builds`. */
export interface BuildRow {
  account: string
  release: number
  generation: number
  link: string
  kind: 'plain' | 'customized' | 'on-demand'
  state: 'queued' | 'running' | 'done' | 'failed' | 'superseded'
  step: string | null
  percent: number
  sequence: number
  attempts: number
  losses: number
  waits: number
  due_at: Date
  lease: string | null
  lease_until: Date | null
  traceparent: string | null
  request_id: string | null
  requested_at: Date
  started_at: Date | null
  settled_at: Date | null
  steps: unknown
  warnings: unknown
  content_version: string | null
  failure: unknown | null
}

/** A row of `logos`. */
export interface LogoRow {
  account: string
  address: string
  key: string | null
  bytes: number | null
  name: string | null
  width: number | null
  height: number | null
  color: string | null
  asked_at: Date
  fault: string | null
}

/** A row of `tiles`. */
export interface TileRow {
  source: string
  z: number
  x: number
  y: number
  key: string | null
  pixels: number | null
  fetched_at: Date
}

/** A row of `translation_usage`. */
export interface TranslationUsageRow {
  account: string
  month: string
  texts: number
  characters: number
}

/** A row of `translations`. */
export interface TranslationRow {
  account: string
  source: string
  target: string
  format: 'plain' | 'html'
  hash: string
  characters: number
  translation: string | null
  claim: string | null
  claimed_until: Date | null
  release: number
  generation: number
  translated_at: Date | null
}

/** A row of `turns`. */
export interface TurnRow {
  account: string
  served_at: Date
}
