import { messagesOf } from '@guidebook/messages'
import { type Bounds, boundsOf, type Segments } from '@guidebook/route-geometry'
import { paletteOf } from '../brand/palette.ts'
import type { Accommodation, GeneralInfo, Poi, RoadbookDocument, Route, Stage, VectorBasemap } from '../document.ts'
import { formatsOf } from '../interface/formats.ts'
import { stageWays } from '../stage-ways.ts'
import { isInside, projectionFor } from './projection.ts'

/** The content of a stage's map. */
export interface MapContent {
  title: string
  /** The main way of a stage, or all routes of the general part. */
  routes: readonly Route[]
  /** Drawn dashed, beneath the others. */
  alternatives?: readonly Route[]
  /** The routes do not follow each other: each has its own start, finish and distance marks. */
  areSeparate?: boolean
  pois: readonly Poi[]
  accommodations: readonly Accommodation[]
}

export const contentOfStage = (stage: Stage): MapContent => {
  const { main, alternatives } = stageWays(stage)
  return { ...stage, routes: main.routes, alternatives: alternatives.flatMap(({ routes }) => routes) }
}

export const contentOfGeneral = (general: GeneralInfo, title: string): MapContent => ({
  ...general,
  title,
  areSeparate: true,
})

/** The lines of a map that have their own start, finish and distance marks: the routes as one way, or each of them. */
export const separateLines = ({ routes, areSeparate = false }: MapContent): Segments[] => {
  const all = routes.map(({ segments }) => segments)
  return areSeparate ? all : [all.flat()]
}

/** Units are CSS pixels on the page and points in the PDF; text is 6 to 8 units high. */
export interface MapFrame {
  width: number
  minHeight: number
  maxHeight: number
}

/** Texts, formats and colours of the drawings of a book. */
export const styleOf = ({ lang, brand }: Pick<RoadbookDocument, 'lang' | 'brand'>) => ({
  texts: messagesOf('roadbook', lang),
  formats: formatsOf(lang),
  palette: paletteOf(brand),
})

/**
 * `onPicture`: the map is drawn on an image, so it has no background. `vector`: what is drawn beneath its track. `isPrinted`: its units are
 * points, so that it has a scale.
 */
export type DrawingStyle = ReturnType<typeof styleOf> & {
  onPicture?: boolean
  vector?: VectorBasemap | undefined
  isPrinted?: boolean
}

/** Places farther from the routes than this share of their extent are left out, since they would shrink the routes. */
const surroundings = 0.35

export const locationOf = ({ lat, lon }: Accommodation): { lat: number; lon: number } | null =>
  lat === null || lon === null ? null : { lat, lon }

/** The extent of a map: the routes and the places near them, or all places if there is no route. */
export const extentOf = ({ routes, alternatives = [], pois, accommodations }: MapContent): Bounds | undefined => {
  const places = [...pois, ...accommodations.map(locationOf).filter((place) => place !== null)]
  const tracks = boundsOf([...routes, ...alternatives].flatMap(({ segments }) => segments))
  if (!tracks) return boundsOf(places.map((place) => [place]))
  const reach = projectionFor(tracks, { width: 1000, height: 1000 }, 1000 / (2 + 1 / surroundings))
  const near = places.filter((place) => isInside(reach, reach.project(place), 0))
  const width = tracks.west <= tracks.east ? tracks.east - tracks.west : tracks.east - tracks.west + 360
  // A track around the pole is 360 degrees wide: a leg of half of that could go either way around the earth.
  const outline = [
    { lat: tracks.south, lon: tracks.west },
    { lat: tracks.north, lon: tracks.west + width / 3 },
    { lat: tracks.north, lon: tracks.west + (width / 3) * 2 },
    { lat: tracks.north, lon: tracks.west + width },
  ]
  return near.length === 0 ? tracks : boundsOf([outline, ...near.map((place) => [place])])
}
