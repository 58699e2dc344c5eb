import type { Figures } from './book-content.ts'

/**
 * The guidebook in the language of its release, as it goes to the worker that draws it. Plain data: it is cloned
 * between threads. A picture is named by the SHA-256 of its source, a track is packed as geodata keeps it.
 */
export interface Draft {
  lang: string
  title: string
  html: string
  cover: string | null
  stages: DraftStage[]
  general: DraftSection
}

export interface DraftSection {
  routes: DraftRoute[]
  pois: DraftPoi[]
  texts: DraftText[]
  accommodations: DraftStay[]
}

export interface DraftStage extends DraftSection {
  number: number
  title: string
  /** The day of the trip, when it is known. */
  date: string | null
}

interface DraftItem {
  externalId: string
  pointer: string | null
  name: string
  /** As the operator wrote it; sanitised in a `SanitisedDraft`. */
  html: string
  image: string | null
}

export interface DraftRoute extends DraftItem {
  /** Route icon, `''` for none. */
  kind: string
  /** Null: the points could not be had. */
  track: Uint8Array | null
  figures: Figures | null
}

export interface DraftPoi extends DraftItem {
  icon: string
  lat: number
  lon: number
  phone: string | null
  web: string | null
}

export type DraftText = DraftItem

export interface DraftStay extends DraftPoi {
  arrivalDate: string | null
  departureDate: string | null
  comment: string | null
}
