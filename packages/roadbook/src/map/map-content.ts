import { type Bounds, boundsOf } from '@guidebook/route-geometry'
import type { Palette } from '../brand/palette.ts'
import type { Accommodation, Poi, Route } from '../document.ts'
import type { BookMessages } from '../interface/book-messages.ts'
import type { Formats } from '../interface/formats.ts'
import { isInside, projectionFor } from './projection.ts'

/** What a stage shows on its map; a stage of the document is one. */
export interface MapContent {
  title: string
  routes: readonly Route[]
  pois: readonly Poi[]
  accommodations: readonly Accommodation[]
}

/** Units are CSS pixels on the page and points in the PDF; text is 6 to 8 units high. */
export interface MapFrame {
  width: number
  minHeight: number
  maxHeight: number
}

/** How a drawing speaks: words, numbers and colours of the book. */
export interface DrawingStyle {
  texts: BookMessages
  formats: Formats
  palette: Palette
  /** A picture lies beneath the map, which then has no ground of its own. */
  onPicture?: boolean
}

/** A place farther from the routes than this share of their extent would shrink them too much. */
const surroundings = 0.35

export const locationOf = ({ lat, lon }: Accommodation): { lat: number; lon: number } | null =>
  lat === null || lon === null ? null : { lat, lon }

/** The box that a map shows: the routes, widened by the places near them; the places alone where there is no route. */
export const extentOf = ({ routes, pois, accommodations }: MapContent): Bounds | undefined => {
  const places = [...pois, ...accommodations.map(locationOf).filter((place) => place !== null)]
  const tracks = boundsOf(routes.flatMap(({ segments }) => segments))
  if (!tracks) return boundsOf(places.map((place) => [place]))
  const reach = projectionFor(tracks, { width: 1000, height: 1000 }, 1000 / (2 + 1 / surroundings))
  const near = places.filter((place) => isInside(reach, reach.project(place), 0))
  const width = tracks.west <= tracks.east ? tracks.east - tracks.west : tracks.east - tracks.west + 360
  const outline = [
    { lat: tracks.south, lon: tracks.west },
    { lat: tracks.north, lon: tracks.west + width / 2 },
    { lat: tracks.north, lon: tracks.west + width },
  ]
  return near.length === 0 ? tracks : boundsOf([outline, ...near.map((place) => [place])])
}
