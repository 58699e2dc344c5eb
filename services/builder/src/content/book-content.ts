import type { ImageRef, PoiIcon, RouteIcon } from '@guidebook/contracts'

/**
 * The content of one release from whatever source, in all its languages and with nothing left to be looked up but
 * tracks and pictures. What is stored in geodata and what is shown in one language are both made from it.
 */
export interface BookContent {
  titles: Texts
  descriptions: Texts
  cover: ImageRef | null
  /** Where the request has the cover; null when it comes from a guidebook. */
  coverPointer: string | null
  /** In the order of the trip. */
  stages: BookStage[]
  general: { routes: BookRoute[]; pois: BookPoi[]; texts: BookText[] }
  stays: Stay[]
}

/** Language code to text. */
export type Texts = Readonly<Record<string, string>>

export interface BookStage {
  number: number
  titles: Texts
  routes: BookRoute[]
  pois: BookPoi[]
  texts: BookText[]
}

export interface BookItem {
  /** Internal ID of the stored item; null for one that came with the request. */
  id: string | null
  /** What the operator calls it: custom ID or, for an item of the request, its name. For warnings. */
  externalId: string
  /** Where the request names it, as a JSON Pointer; null for what a stored guidebook holds. For warnings. */
  pointer: string | null
  names: Texts
  descriptions: Texts
  image: ImageRef | null
}

export interface BookRoute extends BookItem {
  icon: RouteIcon | null
  color: string | null
  track: TrackSource
  /** The effective figures of a stored route; null where they are still to be calculated. */
  figures: Figures | null
}

/** Where a route's points come from: a stored item, the request itself, or stored items to be joined. */
export type TrackSource =
  | ({ from: 'item' } & StoredTrack)
  | { from: 'request'; packed: Uint8Array; points: number }
  | { from: 'group'; parts: StoredTrack[] }

export interface StoredTrack extends Pick<BookItem, 'externalId' | 'pointer'> {
  id: string
  points: number
}

/** Null is "not known". */
export interface Figures {
  distanceMetres: number | null
  ascentMetres: number | null
  descentMetres: number | null
  durationSeconds: number | null
}

export interface BookPoi extends BookItem {
  lat: number
  lon: number
  icon: PoiIcon
  phone: string | null
  web: string | null
}

export type BookText = BookItem

/** A night or more at one place, as it was booked. */
export interface Stay {
  place: BookPoi
  stageNumber: number | null
  arrivalDate: string | null
  departureDate: string | null
  comment: string | null
}
