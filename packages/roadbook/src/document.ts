import type { Segments } from '@guidebook/route-geometry'

/**
 * The guidebook of one release, complete and ready to be printed: nothing in it is looked up, translated, resized or
 * sanitised any more. The page, the PDF and the GPX files are drawn from it alone, so equal documents give equal bytes.
 *
 * Units: metres, seconds, degrees of WGS 84 (`lon` of any turn is understood), dates `YYYY-MM-DD`, colours `#rrggbb`.
 * "html" is the allowed subset (see `html/printable-html.ts`); anything else in it is printed as its text.
 */
export interface RoadbookDocument {
  /** Two letters: language of the texts, of the interface, of dates, numbers and hyphenation. */
  lang: string
  /** What the book is printed on. */
  paper: Paper
  title: string
  /** Introduction of the guidebook; `''` for none. */
  html: string
  /** Who the book presents itself as: the seller when the release is shared with one, else the operator. */
  brand: Brand
  /** Name of the organisation that runs the trip; named on the cover and in the imprint when it differs from the brand. */
  organiser: string
  /** Travel dates; each alone is allowed. */
  travel: { arrivalDate: string | null; departureDate: string | null }
  bookingCode: string | null
  cover: RoadbookImage | null
  /** Book of a test account: every page carries a watermark. */
  test: boolean
  /** Names the state of content and booking that is printed; the page shows the same. */
  contentVersion: string
  /** Instant (ISO 8601) printed as the book's date and set as the PDF's creation date; none when `null`. */
  createdAt: string | null
  /** The Trip Link. */
  url: string
  stages: Stage[]
  /** What belongs to the whole trip and to no single stage. */
  generalInfo: GeneralInfo
  /** What lies beneath the maps in print. A map that has none is drawn on plain ground. */
  grounds?: readonly MapGround[]
}

export type Paper = 'a4' | 'a5'

export interface Brand {
  name: string
  logo: Logo | null
  primaryColor: string
  secondaryColor: string
}

/**
 * `color` is the mean of what can be seen of it, for choosing a ground that shows it; `null` for a logo without transparent
 * parts, which has a ground of its own.
 */
export type Logo = RoadbookImage & { color: string | null }

/** A picture already turned upright and resized for print. PNG or JPEG. */
export interface RoadbookImage {
  /** Unique within the document (a content hash does); file extension not needed. */
  name: string
  /** Pixels. */
  width: number
  height: number
  /** `null`: the picture could not be read; a placeholder is printed in its place. */
  bytes: Uint8Array | null
}

/** A map of the book: that of the stage at this place (from 0) of `stages`, or one of the other two. */
export type BookMap = number | 'overview' | 'general'

/** A picture of just what the map shows: its window is told by `mapWindows`. */
export interface MapGround extends RoadbookImage {
  map: BookMap
  /** Who made what it shows; printed beneath the map and in the imprint. */
  attribution: string
}

export interface Stage {
  number: number
  title: string
  /** The day of the trip this stage falls on, when the trip has dates. */
  date: string | null
  routes: Route[]
  pois: Poi[]
  texts: TextPage[]
  accommodations: Accommodation[]
}

export interface GeneralInfo {
  texts: TextPage[]
  pois: Poi[]
  routes: Route[]
  accommodations: Accommodation[]
}

export interface Route {
  name: string
  /** Route icon in its lower-case form with hyphens (`hiking`, `ski-touring`); others are printed without a label. */
  kind: string
  html: string
  /** Parts that belong together but are not connected (a ferry, a transfer) are segments of their own. */
  segments: Segments
  statistics: RouteStatistics
  image: RoadbookImage | null
}

/** The effective values (an operator's override wins over the calculation); `null` when unknown. */
export interface RouteStatistics {
  distanceMetres: number | null
  ascentMetres: number | null
  descentMetres: number | null
  durationSeconds: number | null
}

export interface Poi {
  /** The number on the map and in the list; unique within its stage. */
  number: number
  name: string
  html: string
  /** One of the POI icon names of the interface specification; others are treated as `generic`. */
  icon: string
  lat: number
  lon: number
  phone: string | null
  web: string | null
  image: RoadbookImage | null
}

export interface TextPage {
  title: string
  html: string
  image: RoadbookImage | null
}

export interface Accommodation {
  name: string
  html: string
  phone: string | null
  web: string | null
  /** Both or neither. */
  lat: number | null
  lon: number | null
  arrivalDate: string | null
  departureDate: string | null
  /** Plain text of the booking ("half board, key at the bar"); its line breaks are kept. */
  comment: string | null
  image: RoadbookImage | null
}

/** Something the book could not show as it was given; for the release's audit log. */
export interface RoadbookWarning {
  code: 'image-unreadable' | 'glyph-missing'
  /** English, names the item, holds nothing secret. */
  message: string
}
