import type { RouteRole, Segments } from '@guidebook/route-geometry'

/**
 * The complete guidebook of one release: all references resolved, texts translated and sanitised, images resized. Page, PDF and GPX files are
 * made from it alone, so equal documents give equal bytes.
 *
 * Units: metres, seconds, degrees of WGS 84 (`lon` may exceed ±180), dates `YYYY-MM-DD`, colours `#rrggbb`. `html` is the subset of
 * `html/printable-html.ts`; of other elements the text is printed.
 */
export interface RoadbookDocument {
  /** Two letters: language of the texts, of the interface, of dates, numbers and hyphenation. */
  lang: string
  /** The paper of the PDF. */
  paper: Paper
  title: string
  /** Introduction of the guidebook; `''` for none. */
  html: string
  /** The seller if the release is shared with one, else the operator. */
  brand: Brand
  /** The organisation that runs the trip; printed on cover and imprint if it is not the brand. */
  organiser: string
  /** Travel dates; one may be missing. */
  travel: { arrivalDate: string | null; departureDate: string | null }
  bookingCode: string | null
  cover: RoadbookImage | null
  /** Book of a test account: every page has a watermark. */
  test: boolean
  /** Book of a preview: every page has another watermark. */
  preview?: true
  /** Version of content and booking; page and PDF show it. */
  contentVersion: string
  /** Time (ISO 8601), set as the PDF's creation date; `null`: none. */
  createdAt: string | null
  /** The day of `createdAt` in the operator's time zone, printed as the book's date; `null`: none. */
  createdOn: string | null
  /** The Trip Link. */
  url: string
  /** Whether the Trip Link has GPX files. */
  hasGpx: boolean
  /** The operator's number for emergencies, day and night. */
  emergencyPhone: string | null
  stages: Stage[]
  /** In order. */
  restDays: RestDay[]
  /** Content that belongs to no stage. */
  generalInfo: GeneralInfo
  /** Images beneath the printed maps. */
  basemaps?: readonly Basemap[]
  /** Shapes and names beneath the tracks of the printed maps, above an image. A map with neither has a plain background. */
  vectors?: readonly VectorBasemap[]
  /** Indices of the stages whose maps are at a fixed scale, in sheets where needed. Others have one map that fits their extent. */
  sheetStages?: readonly number[]
}

export type Paper = 'a4' | 'a5'

export interface Brand {
  name: string
  logo: Logo | null
  primaryColor: string
  secondaryColor: string
}

/**
 * `color`: mean colour of the visible pixels, for choosing a background; `null` for an opaque logo, which has its own.
 */
export type Logo = RoadbookImage & { color: string | null }

/** An upright image, resized for print. PNG or JPEG. */
export interface RoadbookImage {
  /** Unique within the document, for example a content hash. Needs no extension. */
  name: string
  /** Pixels. */
  width: number
  height: number
  /** `null`: unreadable; a placeholder is printed. */
  bytes: Uint8Array | null
}

/** A map of the book: of the stage with this index in `stages`, a sheet of it (`0/1` is the first sheet of the first stage), or one of the other two. */
export type BookMap = number | `${number}/${number}` | 'overview' | 'general'

/** An image of exactly the map's window (`mapWindows`). */
export interface Basemap extends RoadbookImage {
  map: BookMap
  /** Printed beneath the map and in the imprint. */
  attribution: string
}

/** What is drawn beneath a map's track. Coordinates are points of its window, y downward. */
export interface VectorBasemap {
  map: BookMap
  /** Shown beneath the map, and in a book's imprint. */
  attribution: string
  shapes: readonly VectorShape[]
  /** The most important ones first: each is printed if there is room. */
  names: readonly VectorName[]
}

/** Lines, or areas: rings whose holes have the opposite direction. Each is x and y of its points in turn. */
export interface VectorShape {
  kind: ShapeKind
  parts: readonly (readonly number[])[]
}

export type ShapeKind =
  | 'wood'
  | 'scrub'
  | 'rock'
  | 'glacier'
  | 'town'
  | 'contour'
  | 'index-contour'
  | 'water'
  | 'shore'
  | 'river-bank'
  | 'river'
  | 'stream'
  | 'building'
  | 'border'
  | 'region-border'
  | 'ferry'
  | 'rail'
  | 'path'
  | 'track'
  | 'minor-road'
  | 'road'
  | 'major-road'
  | 'highway'

export interface VectorName {
  kind: 'city' | 'town' | 'village' | 'peak' | 'pass' | 'hut' | 'water'
  name: string
  x: number
  y: number
}

export interface Stage extends GeneralInfo {
  number: number
  title: string
  /** The day of the stage, if the trip has dates. */
  date: string | null
}

/** A day of the trip without a stage. */
export interface RestDay {
  date: string
  /** Index of the next stage in `stages`; their number after the last one. */
  before: number
  /** Name of the hotel of the following night, if known. */
  accommodation: string | null
}

export interface GeneralInfo {
  texts: TextPage[]
  pois: Poi[]
  routes: Route[]
  accommodations: Accommodation[]
}

interface Entry {
  /** Custom ID of the item and JSON Pointer into the request; for warnings. */
  externalId?: string | null
  pointer?: string | null
  /** May be empty. The builder gives every place a name (`withPlaceNames`). */
  name: string
  html: string
  image: RoadbookImage | null
}

export interface Route extends Entry {
  /** Route icon in lower case with hyphens (`ski-touring`); unknown ones are printed without a label. */
  kind: string
  /** In its stage, as the operator says; the rule is that of `waysOf`. */
  role?: RouteRole | undefined
  /** Parts that are not connected, for example by a ferry, are separate segments. */
  segments: Segments
  statistics: RouteStatistics
}

/** The effective values: an operator's value overrides the calculated one. `null`: unknown. */
export interface RouteStatistics {
  distanceMetres: number | null
  ascentMetres: number | null
  descentMetres: number | null
  durationSeconds: number | null
}

/** How to find and reach a place: plain texts of its operator, in any form. `null`: unknown. */
export interface PlaceDetails {
  address: string | null
  phone: string | null
  email: string | null
  web: string | null
  checkIn: string | null
  checkOut: string | null
  openingHours: string | null
}

export interface Poi extends Entry, PlaceDetails {
  /** Number on the map and in the list; unique within its stage. */
  number: number
  /** A POI icon of the interface specification; others are treated as `generic`. */
  icon: string
  lat: number
  lon: number
}

export interface TextPage extends Omit<Entry, 'name'> {
  title: string
}

export interface Accommodation extends Entry, PlaceDetails {
  /** Both or neither. */
  lat: number | null
  lon: number | null
  arrivalDate: string | null
  departureDate: string | null
  /** Plain text of the booking, such as "half board"; its line breaks are kept. */
  comment: string | null
}

/** Content that the book could not show; for the release's audit log. */
export interface RoadbookWarning {
  code: 'image-unreadable' | 'glyph-missing' | 'pdf-not-accessible'
  /** In English; says which text or image; contains no secrets. */
  message: string
  /** The item, if there is one. */
  externalId?: string | null
  pointer?: string | null
}
