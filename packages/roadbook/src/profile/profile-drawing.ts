import { profile } from '@guidebook/route-geometry'
import type { Poi, Route } from '../document.ts'
import type { DrawingStyle } from '../map/map-content.ts'
import { poiMarker } from '../map/markers.ts'
import { stepFor } from '../map/nice-step.ts'
import { boxAround, Occupied } from '../map/occupied.ts'
import { type Drawing, element, type Point, pathData, svgDocument, textAt } from '../map/svg.ts'
import { thinLines } from '../map/thin-line.ts'
import { plotData } from '../map/way-data.ts'
import { passedPlaces } from '../poi/passed-places.ts'
import { plainText } from '../text/plain-text.ts'

/** The axis spans at least this many metres, so that a flat route looks flat. */
const leastSpanM = 60
const samples = 420
const edge = { left: 34, right: 10, bottom: 17 }
const markerRadius = 5.2
/** Units above the line; places that need a higher flag are only on the map and in the list. */
const highestFlag = 44

const dropped = (points: readonly Point[], floor: number): string => {
  const first = points[0] as Point
  const last = points.at(-1) as Point
  return pathData([[{ x: first.x, y: floor }, ...points, { x: last.x, y: floor }, { x: first.x, y: floor }]])
}

/**
 * Elevation over distance with the places along the route; `null` if no elevation is known. The line has a gap where elevations are unknown.
 */
export const drawProfile = (
  route: Pick<Route, 'name' | 'segments'>,
  pois: readonly Poi[],
  style: DrawingStyle,
  size: { width: number; height: number },
): Drawing | null => {
  const points = profile(route.segments, samples)
  const elevations = points.flatMap(({ ele }) => (ele === null ? [] : [ele]))
  const lengthM = points.at(-1)?.distanceM ?? 0
  if (elevations.length < 2 || lengthM === 0) return null

  const { palette, formats } = style
  const passed = passedPlaces(route.segments, pois).map(({ place, distanceM }) => ({ poi: place, distanceM }))

  const top = passed.length > 0 ? 22 : 8
  const floor = size.height - edge.bottom
  const x = (metres: number): number => edge.left + (metres / lengthM) * (size.width - edge.left - edge.right)
  const lowest = Math.min(...elevations)
  const highest = Math.max(...elevations)
  const step = stepFor(Math.max(highest - lowest, leastSpanM), 4)
  const base = Math.floor(lowest / step) * step
  const ceiling = Math.max(Math.ceil(highest / step) * step, base + Math.ceil(leastSpanM / step) * step)
  const y = (ele: number): number => floor - ((ele - base) / (ceiling - base)) * (floor - top)

  const lines: Point[][] = [[]]
  for (const { distanceM, ele } of points) {
    if (ele === null) lines.push([])
    else lines.at(-1)?.push({ x: x(distanceM), y: y(ele) })
  }
  const drawn = thinLines(lines.filter(({ length }) => length > 1))
  if (drawn.length === 0) return null

  const axis: string[] = []
  const small = { size: 6.8, fill: palette.muted } as const
  for (let ele = base; ele <= ceiling + step / 1000; ele += step) {
    const at = y(ele)
    axis.push(
      element('path', {
        d: `M${edge.left} ${at.toFixed(1)}H${size.width - edge.right}`,
        stroke: palette.rule,
        'stroke-width': 0.5,
      }),
    )
    axis.push(textAt(edge.left - 4, at + 2.4, formats.metres(ele), { ...small, anchor: 'end' }))
  }
  const distanceStep = stepFor(lengthM, 8)
  // Kilometres with one decimal would be equal at several positions.
  const distance = lengthM < 1000 ? formats.metres : formats.kilometres
  for (let metres = 0; metres <= lengthM; metres += distanceStep) {
    const at = x(metres)
    axis.push(element('path', { d: `M${at.toFixed(1)} ${floor}v3`, stroke: palette.muted, 'stroke-width': 0.6 }))
    axis.push(
      textAt(at, floor + 11, distance(metres), {
        ...small,
        anchor: metres === 0 ? 'start' : at > size.width - 24 ? 'end' : 'middle',
      }),
    )
  }

  const content = [
    ...axis,
    element('path', {
      d: drawn.map((line) => dropped(line, floor)).join(''),
      fill: palette.accent,
      'fill-opacity': 0.16,
    }),
    element('path', {
      class: 'track',
      d: pathData(drawn),
      fill: 'none',
      stroke: palette.accent,
      'stroke-width': 1.5,
      'stroke-linejoin': 'round',
    }),
    ...flags(passed, points, { x, y, width: size.width, height: size.height }),
  ]
  const title = style.texts.profileOf({ title: plainText(route.name) })
  return svgDocument(size, title, content, plotData(points, { left: x(0), right: x(lengthM) }))
}

/** The number of each place above the line, raised where numbers would overlap, with a thin line to its position. */
const flags = (
  passed: readonly { poi: Poi; distanceM: number }[],
  points: readonly { distanceM: number; ele: number | null }[],
  scale: { x(metres: number): number; y(ele: number): number; width: number; height: number },
): string[] => {
  const occupied = new Occupied(scale.width, scale.height, 0)
  return passed.map(({ poi, distanceM }) => {
    const nearest = points.reduce(
      (best, point) =>
        point.ele !== null && Math.abs(point.distanceM - distanceM) < Math.abs(best.distanceM - distanceM)
          ? point
          : best,
      points.find(({ ele }) => ele !== null) ?? { distanceM: 0, ele: 0 },
    )
    const foot = { x: scale.x(distanceM), y: scale.y(nearest.ele ?? 0) }
    let head = { x: foot.x, y: foot.y - 11 }
    while (head.y > Math.max(markerRadius, foot.y - highestFlag) && !occupied.isFree(boxAround(head, markerRadius)))
      head = { x: head.x, y: head.y - 4 }
    if (!occupied.isFree(boxAround(head, markerRadius))) return ''
    occupied.take(boxAround(head, markerRadius))
    return poiMarker(head, foot, poi.number, poi.icon, markerRadius)
  })
}
