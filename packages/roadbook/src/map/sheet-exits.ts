import type { Segments } from '@guidebook/route-geometry'
import { mapBackground } from '../brand/palette.ts'
import type { BookMessages } from '../interface/formats.ts'
import type { MapSheet } from './map-sheet.ts'
import { type Box, insideOf, type Occupied } from './occupied.ts'
import type { Projection } from './projection.ts'
import { element, type Point, textAt, textWidth } from './svg.ts'

/** Where a way leaves or enters a sheet. */
interface Crossing {
  at: Point
  /** Number of the sheet that shows the way beyond. */
  sheet: number
  leaves: boolean
}

/** Units; crossings that are closer have one label. */
const near = 40
/** A way that leaves a sheet no farther than this returns soon: the overlap of the sheets shows it. */
const excursion = 50
/** A place this close to the edge of another sheet is not shown well there. */
const leastDepth = 6
const label = { size: 6.6, height: 11, triangle: 9, inset: 3 }

export interface NumberedSheet {
  number: number
  projection: Projection
}

/** Labels at the edges of a sheet with the numbers of the sheets on which the ways continue. */
export const exitLabels = (
  ways: Segments,
  { projection, occupied }: MapSheet,
  /** All sheets but this one, with their numbers. */
  others: readonly NumberedSheet[],
  texts: BookMessages,
): string[] =>
  crossingsOf(ways, projection, others).map(({ at, sheet, leaves }) => {
    const text = leaves ? texts.continuesOn({ sheet }) : texts.comesFrom({ sheet })
    return drawn(text, at, leaves, projection, occupied)
  })

function crossingsOf(ways: Segments, projection: Projection, others: readonly NumberedSheet[]): Crossing[] {
  const crossings: Crossing[] = []
  const add = (at: Point, leaves: boolean): void => {
    const sheet = deepest(projection.placeAt(at), others)
    const isKnown = (other: Crossing) =>
      other.sheet === sheet && Math.hypot(other.at.x - at.x, other.at.y - at.y) < near
    if (sheet !== null && !crossings.some(isKnown)) crossings.push({ at, sheet, leaves })
  }
  for (const line of projection.projectLines(ways)) {
    /** Where the way has left the sheet, and how far from it it has been since. */
    let left: { at: Point; depth: number } | null = null
    line.forEach((to, index) => {
      const from = line[index - 1]
      if (!from) return
      const inside = insideOf(from, to, { left: 0, top: 0, right: projection.width, bottom: projection.height })
      if (left) left.depth = Math.max(left.depth, outside(from, projection))
      if (!inside) return
      const pointAt = (share: number) => ({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share })
      if (inside.first > 0) {
        if (left === null || left.depth > excursion) {
          if (left) add(left.at, true)
          add(pointAt(inside.first), false)
        }
        left = null
      }
      if (inside.last < 1) left = { at: pointAt(inside.last), depth: outside(to, projection) }
    })
    if (left) add((left as { at: Point }).at, true)
  }
  return crossings
}

/** How far a point is from the drawing. */
const outside = ({ x, y }: Point, { width, height }: Projection): number => Math.max(-x, x - width, -y, y - height, 0)

/** The number of the sheet on which a place is farthest from the edges. */
function deepest(place: { lat: number; lon: number }, sheets: readonly NumberedSheet[]): number | null {
  let [best, depth]: [number | null, number] = [null, leastDepth]
  for (const { number, projection } of sheets) {
    const { x, y } = projection.project(place)
    const inside = Math.min(x, y, projection.width - x, projection.height - y)
    if (inside > depth) [best, depth] = [number, inside]
  }
  return best
}

/** A label at the edge, beside the way, with a triangle in the direction of travel. */
function drawn(text: string, at: Point, leaves: boolean, { width, height }: Projection, occupied: Occupied): string {
  const long = textWidth(text, label) + label.triangle + 6
  const distances = { left: at.x, right: width - at.x, top: at.y, bottom: height - at.y }
  const edge = (Object.keys(distances) as (keyof typeof distances)[]).reduce((one, other) =>
    distances[other] < distances[one] ? other : one,
  )
  const places = placesOf(edge, at, long, { width, height }).filter(
    ({ left, top, right, bottom }) => left >= 0 && top >= 0 && right <= width && bottom <= height,
  )
  const free = places.filter((place) => occupied.isFree(place))
  const chosen = free.find((place) => !occupied.isOnLine(place)) ?? free[0] ?? places[0]
  if (!chosen) return ''
  occupied.take(chosen)
  const middle = (chosen.top + chosen.bottom) / 2
  const turn = { top: 0, right: 90, bottom: 180, left: 270 }[edge] + (leaves ? 0 : 180)
  const x = chosen.left + label.triangle / 2 + 1.5
  return [
    element('rect', {
      x: chosen.left,
      y: chosen.top,
      width: long,
      height: label.height,
      rx: 2.5,
      fill: mapBackground,
      stroke: '#1f2529',
      'stroke-width': 0.7,
    }),
    element('path', {
      d: 'M0-3l3 5.4h-6z',
      fill: '#1f2529',
      transform: `translate(${x.toFixed(1)} ${middle.toFixed(1)}) rotate(${turn})`,
    }),
    textAt(chosen.left + label.triangle + 2, middle + 2.4, text, {
      size: label.size,
      weight: 600,
      fill: '#1f2529',
    }),
  ].join('')
}

/** Along the edge, the nearest ones first. */
function placesOf(
  edge: 'left' | 'right' | 'top' | 'bottom',
  at: Point,
  long: number,
  size: { width: number; height: number },
): Box[] {
  const { height: high, inset } = label
  const isUpright = edge === 'left' || edge === 'right'
  const steps = Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? -1 : 1) * (1 + (index >> 1)))
  return steps.map((step) => {
    const left = isUpright
      ? edge === 'left'
        ? inset
        : size.width - inset - long
      : at.x + (step > 0 ? 8 : -8 - long) + (step - Math.sign(step)) * 14
    const top = isUpright ? at.y - high / 2 + step * 13 : edge === 'top' ? inset : size.height - inset - high
    return { left, top, right: left + long, bottom: top + high }
  })
}
