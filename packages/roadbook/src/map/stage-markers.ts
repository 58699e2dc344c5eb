import type { Segments } from '@guidebook/route-geometry'
import { mapBackground } from '../brand/palette.ts'
import { namedIcons } from '../poi/poi-icons.ts'
import { plainText } from '../text/plain-text.ts'
import { type DrawingStyle, locationOf, type MapContent, separateLines } from './map-content.ts'
import type { MapSheet } from './map-sheet.ts'
import { endMarker, poiMarker, poiRadius, startMarker, stayMarker } from './markers.ts'
import { boxAround, nearestFree } from './occupied.ts'
import { placeLabel } from './place-label.ts'
import { isInside } from './projection.ts'
import type { Point } from './svg.ts'

/** A marker, and the name beside it if there is room. */
interface Marked {
  drawing: string
  at: Point
  clear: number
  name: string
  weight: 400 | 600 | 700
}

const areTogether = (one: Point, other: Point): boolean => Math.hypot(one.x - other.x, one.y - other.y) < 8

/** Start and end of a line; one marker for both on a round trip. */
const endMarkers = (segments: Segments, { projection, occupied }: MapSheet, { texts }: DrawingStyle): Marked[] => {
  const points = segments.filter(({ length }) => length > 0)
  const first = points[0]?.[0]
  const last = points.at(-1)?.at(-1)
  if (!first || !last) return []
  const start = projection.project(first)
  const end = projection.project(last)
  const common = { clear: 6, weight: 700 } as const
  const ends: Marked[] = areTogether(start, end)
    ? [{ ...common, drawing: startMarker(start), at: start, name: `${texts.start} · ${texts.end}` }]
    : [
        { ...common, drawing: endMarker(end), at: end, name: texts.end },
        { ...common, drawing: startMarker(start), at: start, name: texts.start },
      ]
  // A sheet may show neither.
  const shown = ends.filter(({ at }) => isInside(projection, at, 0))
  for (const { at } of shown) occupied.take(boxAround(at, 6))
  return shown
}

const stayMarkers = ({ accommodations }: MapContent, { projection, occupied }: MapSheet): Marked[] =>
  accommodations.flatMap((accommodation) => {
    const location = locationOf(accommodation)
    const place = location && projection.project(location)
    if (!place || !isInside(projection, place, 4)) return []
    const at = nearestFree(occupied, place, 8, 60)
    occupied.take(boxAround(at, 8))
    return [{ drawing: stayMarker(at), at, clear: 8, name: plainText(accommodation.name), weight: 600 }]
  })

const poiMarkers = ({ pois }: MapContent, { projection, occupied }: MapSheet, offMap: number[]): Marked[] => {
  const radius = poiRadius(pois.length)
  return pois.flatMap((poi) => {
    const place = projection.project(poi)
    if (!isInside(projection, place, 2)) {
      offMap.push(poi.number)
      return []
    }
    const at = nearestFree(occupied, place, radius + 0.5, Math.max(projection.width, projection.height))
    occupied.take(boxAround(at, radius + 0.5))
    const name = namedIcons.includes(poi.icon) ? plainText(poi.name) : ''
    return [{ drawing: poiMarker(at, place, poi.number, poi.icon, radius), at, clear: radius, name, weight: 400 }]
  })
}

/** Markers of a stage in order of importance. All markers come before the names, since a number is more important than a name. */
export const stageMarkers = (
  content: MapContent,
  sheet: MapSheet,
  style: DrawingStyle,
): { markers: string[]; names: string[]; offMap: number[] } => {
  const offMap: number[] = []
  const ends = separateLines(content).flatMap((segments) => endMarkers(segments, sheet, style))
  const marked = [
    // Separate routes from one place have one marker there.
    ...ends.filter(
      ({ at, name }, index) => ends.findIndex((one) => one.name === name && areTogether(one.at, at)) === index,
    ),
    ...stayMarkers(content, sheet),
    ...poiMarkers(content, sheet, offMap),
  ]
  const names = marked
    .filter(({ name }) => name !== '')
    .map(({ at, clear, name, weight }) =>
      placeLabel(sheet.occupied, at, clear, name, {
        size: 7.4,
        weight,
        fill: style.palette.ink,
        halo: mapBackground,
      }),
    )
  return { markers: marked.map(({ drawing }) => drawing), names, offMap }
}
