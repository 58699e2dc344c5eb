import type { ImageRef, PoiIcon, RouteIcon } from '@guidebook/contracts'
import type { RouteStatistics as Figures, PlaceDetails } from '@guidebook/roadbook'
import type { RouteRole } from '@guidebook/route-geometry'

export type { Figures }

/**
 * The content of a release of any kind, in all its languages, with all references resolved except tracks and images. The guidebook in
 * geodata and the draft of each language are made from it.
 */
export interface BookContent {
  titles: Texts
  descriptions: Texts
  cover: ImageRef | null
  /** JSON Pointer of the cover in the request; null for a cover from a guidebook. */
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
  /** Internal ID of a stored item; null for an inline item of the request. */
  id: string | null
  /** Custom ID or, for an inline item of the request, its name. For warnings. */
  externalId: string
  /** JSON Pointer into the request; null for an item of a stored guidebook. For warnings. */
  pointer: string | null
  names: Texts
  descriptions: Texts
  image: ImageRef | null
}

export interface BookRoute extends BookItem {
  icon: RouteIcon | null
  color: string | null
  /** In its stage; absent: its position decides. */
  role?: RouteRole
  /** The tracks to join: one, unless the route is a group. */
  parts: TrackPart[]
  /** The effective figures of a stored route, or of a group of one part; null if they are not calculated yet. */
  figures: Figures | null
}

/** The effective figures of a stored route, and which of them its account overrides. */
export interface StatedFigures {
  effective: Figures
  overridden: (keyof Figures)[]
}

/** A track of a stored item (`id`), or one of the request (`packed`). */
export type TrackPart = Pick<BookItem, 'externalId' | 'pointer'> & { points: number } & (
    | { id: string; stated: StatedFigures }
    | { packed: Uint8Array }
  )

export interface BookPoi extends BookItem {
  lat: number
  lon: number
  icon: PoiIcon
  details: PlaceDetails
}

export type BookText = BookItem

/** A booked stay of one or more nights at one place. */
export interface Stay {
  place: BookPoi
  stageNumber: number | null
  arrivalDate: string | null
  departureDate: string | null
  comment: string | null
}
