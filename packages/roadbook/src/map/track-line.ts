import type { Segments } from '@guidebook/route-geometry'
import { mapBackground } from '../brand/palette.ts'
import type { Formats } from '../interface/formats.ts'
import { isCarried } from '../stage-ways.ts'
import { type TrackMeter, trackMeter } from './along-track.ts'
import { directionMarker } from './markers.ts'
import { stepFor } from './nice-step.ts'
import { boxAround, type Occupied } from './occupied.ts'
import { placeLabel } from './place-label.ts'
import type { Projection } from './projection.ts'
import { element, type Point, pathData, roundLine } from './svg.ts'
import { thinLines } from './thin-line.ts'

/** Enough to be indistinguishable from the full line at the size of a page. */
export const mostLinePoints = 1500

/** Routes on which the traveller is transported are dashed, and alternatives with longer dashes; `undefined`: solid. */
export const dashesOf = (kind: string, isAlternative = false): string | undefined =>
  isAlternative ? '7 4' : isCarried(kind) ? '5 4' : undefined

/** The projected and simplified lines of a track, where they are in the drawing. */
export const linesOf = (
  projection: Projection,
  segments: Segments,
  mostPoints = mostLinePoints,
): (readonly Point[])[] => thinLines(linesInside(projection, projection.projectLines(segments)), mostPoints)

/** Half of a line's width, so that it does not end visibly. */
const beyond = 6

/** The lines without the legs that are outside of the drawing. */
const linesInside = ({ width, height }: Projection, lines: readonly Point[][]): Point[][] => {
  const isOutside = (from: Point, to: Point): boolean =>
    Math.max(from.x, to.x) < -beyond ||
    Math.min(from.x, to.x) > width + beyond ||
    Math.max(from.y, to.y) < -beyond ||
    Math.min(from.y, to.y) > height + beyond
  return lines.flatMap((line) => {
    const inside: Point[][] = []
    let open: Point[] = []
    line.forEach((point, index) => {
      const last = line[index - 1] ?? point
      if (isOutside(last, point)) open = []
      else if (open.length > 0) open.push(point)
      else {
        open = index === 0 ? [point] : [last, point]
        inside.push(open)
      }
    })
    return inside
  })
}

/** The line with a white casing, which separates it from the grid and from itself. */
export const trackLine = (lines: readonly (readonly Point[])[], dashes: string | undefined, stroke: string): string => {
  const d = pathData(lines)
  if (d === '') return ''
  return (
    element('path', {
      d,
      ...roundLine,
      stroke: '#ffffff',
      'stroke-width': 4.6,
      'stroke-opacity': 0.9,
    }) + element('path', { class: 'track', d, ...roundLine, stroke, 'stroke-width': 2.3, 'stroke-dasharray': dashes })
  )
}

const project = (projection: Projection, meter: TrackMeter, metres: number) => {
  const place = meter.placeAt(metres)
  return place && projection.project(place)
}

/** Marks with the distance from the start, and arrows between them; at steps that suit the whole way, unless there is a fixed one (metres). */
export const distanceMarks = (
  projection: Projection,
  occupied: Occupied,
  segments: Segments,
  stroke: string,
  formats: Formats,
  fixedStep?: number,
): string => {
  const meter = trackMeter(segments)
  if (meter.lengthM / projection.metresPerUnit < 60) return ''
  const step = fixedStep ?? Math.max(stepFor(meter.lengthM, 10), 500)
  const marks: string[] = []
  for (let metres = step / 2; metres < meter.lengthM; metres += step) {
    const at = project(projection, meter, metres)
    const behind = project(projection, meter, metres - 3 * projection.metresPerUnit)
    const ahead = project(projection, meter, metres + 3 * projection.metresPerUnit)
    if (!at || !behind || !ahead || !occupied.isFree(boxAround(at, 4))) continue
    marks.push(directionMarker(at, { x: at.x + ahead.x - behind.x, y: at.y + ahead.y - behind.y }))
  }
  for (let metres = step; metres < meter.lengthM - step / 4; metres += step) {
    const at = project(projection, meter, metres)
    if (!at || !occupied.isFree(boxAround(at, 2))) continue
    marks.push(element('circle', { cx: at.x, cy: at.y, r: 2, fill: '#ffffff', stroke, 'stroke-width': 1.1 }))
    marks.push(
      placeLabel(occupied, at, 4, formats.kilometres(metres), {
        size: 6.2,
        fill: '#4a5258',
        halo: mapBackground,
      }),
    )
  }
  return marks.join('')
}
