import { type Bounds, boundsOf, type Segments } from '@guidebook/route-geometry'
import { lineColor, mapGround, type Palette } from '../brand/palette.ts'
import type { Accommodation, Poi, Route } from '../document.ts'
import type { Formats } from '../interface/formats.ts'
import { fill, type InterfaceTexts } from '../interface/interface-texts.ts'
import { namedIcons } from '../poi/poi-group.ts'
import { plainText } from '../text/plain-text.ts'
import { graticule } from './graticule.ts'
import { endMarker, poiMarker, poiRadius, startMarker, stayMarker } from './markers.ts'
import { boxAround, nearestFree, Occupied } from './occupied.ts'
import { placeLabel } from './place-label.ts'
import { aspectOf, type Projection, projectionFor } from './projection.ts'
import { northArrow, scaleBar } from './scale-bar.ts'
import { type Drawing, element, type Point, svgDocument } from './svg.ts'
import { distanceMarks, trackLine } from './track-line.ts'

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

export interface StageMap extends Drawing {
  /** Numbers of the places that lie too far from the routes to be on the map. */
  offMap: number[]
}

/** How the drawing speaks: words, numbers and colours of the book. */
export interface DrawingStyle {
  texts: InterfaceTexts
  formats: Formats
  palette: Palette
}

/** A place farther from the routes than this share of their extent would shrink them too much. */
const surroundings = 0.35
const margin = 26

const located = ({ lat, lon }: Accommodation): { lat: number; lon: number }[] =>
  lat === null || lon === null ? [] : [{ lat, lon }]

const placesOf = (content: MapContent): { lat: number; lon: number }[] => [
  ...content.pois,
  ...content.accommodations.flatMap(located),
]

/** The routes, widened by the places near them; the places alone where there is no route. */
const extentOf = (content: MapContent): Bounds | undefined => {
  const tracks = content.routes.flatMap(({ segments }) => segments)
  const routes = boundsOf(tracks)
  const places = placesOf(content)
  if (!routes) return boundsOf(places.map((place) => [place]))
  const reach = projectionFor(routes, { width: 1000, height: 1000 }, 1000 / (2 + 1 / surroundings))
  const near = places.filter((place) => isInside(reach, reach.project(place), 0))
  const corners = [
    { lat: routes.south, lon: routes.west },
    { lat: routes.north, lon: routes.east },
  ]
  return near.length === 0 ? routes : (boundsOf([corners, ...near.map((place) => [place])]) ?? routes)
}

const isInside = ({ width, height }: Projection, { x, y }: Point, inset: number): boolean =>
  x >= inset && y >= inset && x <= width - inset && y <= height - inset

const ends = (segments: Segments) => ({
  first: segments.find((points) => points.length > 0)?.[0],
  last: segments.findLast((points) => points.length > 0)?.at(-1),
})

/**
 * The map of a stage, drawn from its tracks alone: lines with distance marks and direction, numbered places, the
 * night's accommodation, names where there is room, grid, scale and north. `null` when nothing has a position.
 */
export const drawStageMap = (content: MapContent, style: DrawingStyle, frame: MapFrame): StageMap | null => {
  const extent = extentOf(content)
  if (!extent) return null
  const wanted = (frame.width - 2 * margin) * aspectOf(extent) + 2 * margin
  const height = Math.round(Math.min(frame.maxHeight, Math.max(frame.minHeight, wanted)))
  const projection = projectionFor(extent, { width: frame.width, height }, margin)
  const occupied = new Occupied(frame.width, height)
  occupied.take({ left: frame.width - 32, top: 0, right: frame.width, bottom: 30 })
  occupied.take({ left: frame.width * 0.7, top: height - 24, right: frame.width, bottom: height })

  const lines = content.routes.map(({ segments, kind }, index) =>
    trackLine(projection, segments, kind, lineColor(style.palette, index)),
  )
  const markers: string[] = []
  const named: { at: Point; clear: number; name: string; weight: 400 | 600 | 700 }[] = []

  const { first } = ends(content.routes.flatMap(({ segments }) => segments))
  const { last } = ends(content.routes.flatMap(({ segments }) => segments))
  if (first && last) {
    const start = projection.project(first)
    const end = projection.project(last)
    const round = Math.hypot(start.x - end.x, start.y - end.y) < 8
    occupied.take(boxAround(start, 6))
    if (!round) occupied.take(boxAround(end, 6))
    if (!round) markers.push(endMarker(end))
    markers.push(startMarker(start))
    const { start: startName, end: endName } = style.texts
    named.push({ at: start, clear: 6, name: round ? `${startName} · ${endName}` : startName, weight: 700 })
    if (!round) named.push({ at: end, clear: 6, name: endName, weight: 700 })
  }
  for (const accommodation of content.accommodations) {
    for (const place of located(accommodation)) {
      const at = projection.project(place)
      if (!isInside(projection, at, 4)) continue
      const free = nearestFree(occupied, at, 8, 60)
      occupied.take(boxAround(free, 8))
      markers.push(stayMarker(free))
      named.push({ at: free, clear: 8, name: plainText(accommodation.name), weight: 600 })
    }
  }
  const radius = poiRadius(content.pois.length)
  const offMap: number[] = []
  for (const poi of content.pois) {
    const place = projection.project(poi)
    if (!isInside(projection, place, 2)) {
      offMap.push(poi.number)
      continue
    }
    const at = nearestFree(occupied, place, radius + 0.5, Math.max(frame.width, height))
    occupied.take(boxAround(at, radius + 0.5))
    markers.push(poiMarker(at, place, poi.number, poi.icon, radius))
    if (namedIcons.includes(poi.icon)) named.push({ at, clear: radius, name: plainText(poi.name), weight: 400 })
  }
  const names = named.map(({ at, clear, name, weight }) =>
    placeLabel(occupied, at, clear, name, {
      size: 7.4,
      weight,
      fill: style.palette.ink,
      halo: mapGround,
      class: 'ink',
    }),
  )
  const marks = content.routes.map(({ segments }, index) =>
    distanceMarks(projection, occupied, segments, lineColor(style.palette, index), style.formats),
  )

  return {
    offMap,
    ...svgDocument({ width: frame.width, height }, fill(style.texts.mapOf, { title: plainText(content.title) }), [
      element('rect', { class: 'ground', width: frame.width, height, fill: mapGround }),
      graticule(projection),
      ...lines,
      ...marks,
      ...markers,
      ...names,
      scaleBar(projection, style.formats),
      northArrow(projection),
    ]),
  }
}
