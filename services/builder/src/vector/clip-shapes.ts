import type { ShapeKind, VectorShape } from '@guidebook/roadbook'
import { boxOf, clipLine, clipRing, type Rectangle, simplify, simplifyRing } from '@guidebook/world-map'

/** Points: finer detail is invisible in print. */
const tolerance = 0.18
/** Areas that are smaller in both directions are left out, points. */
const smallest = 0.6
/** Points by which areas overlap, so that no seam shows between tiles, and by which shapes exceed the window. */
const overlap = 0.5
/** Of a map, so that it costs neither much time nor much space: with more points, its shapes are simplified further. */
export const mostPointsOfMap = 30_000
/** A map with fewer points has lost too much by simplification. */
const fewestPoints = 3_000

export const isInside = (x: number, y: number, { left, top, right, bottom }: Rectangle): boolean =>
  x >= left && x < right && y >= top && y < bottom

export const intersection = (one: Rectangle, other: Rectangle): Rectangle => ({
  left: Math.max(one.left, other.left),
  top: Math.max(one.top, other.top),
  right: Math.min(one.right, other.right),
  bottom: Math.min(one.bottom, other.bottom),
})

export const isEmpty = ({ left, top, right, bottom }: Rectangle): boolean => left >= right || top >= bottom

/** Whether two areas have a point in common, also on their edges. */
export const meets = (one: Rectangle, other: Rectangle): boolean =>
  one.left <= other.right && one.right >= other.left && one.top <= other.bottom && one.bottom >= other.top

/** Where shapes of an area may be drawn. */
export const widened = ({ left, top, right, bottom }: Rectangle): Rectangle => ({
  left: left - overlap,
  top: top - overlap,
  right: right + overlap,
  bottom: bottom + overlap,
})

/** The part of lines or rings in an area, as what it is drawn: water also has a shore, which tiles do not contain. */
export function clippedShapes(
  kind: ShapeKind,
  type: 'line' | 'polygon',
  parts: readonly number[][],
  area: Rectangle,
): VectorShape[] {
  if (type === 'line')
    return shapes(
      kind,
      parts.flatMap((line) => lineIn(line, area)),
    )
  const wider = widened(area)
  const rings = parts.map((ring) => ringIn(ring, wider)).filter(({ length }) => length >= 6)
  if (kind !== 'water' && kind !== 'river-bank') return shapes(kind, rings)
  // Tiles exceed their area: there their rings end without a shore.
  const outlines = parts.filter((ring) => spanOf(ring) >= smallest)
  const shores = outlines.flatMap((ring) => lineIn([...ring, ring[0] as number, ring[1] as number], area))
  return [...shapes('water', rings), ...shapes(kind === 'water' ? 'shore' : kind, shores)]
}

const shapes = (kind: ShapeKind, parts: readonly number[][]): VectorShape[] =>
  parts.length === 0 ? [] : [{ kind, parts }]

const halvesOf = ({ left, top, right, bottom }: Rectangle) =>
  [
    { axis: 0, limit: left, side: -1 },
    { axis: 0, limit: right, side: 1 },
    { axis: 1, limit: top, side: -1 },
    { axis: 1, limit: bottom, side: 1 },
  ] as const

function ringIn(ring: readonly number[], area: Rectangle): number[] {
  const box = boxOf(ring)
  if (isEmpty(intersection(box, area)) || sizeOf(box) < smallest) return []
  const clipped = halvesCrossed(box, area).reduce<readonly number[]>(
    (one, half) => (one.length < 6 ? [] : clipRing(one, half)),
    ring,
  )
  return clipped.length < 6 ? [] : simplifyRing(clipped, tolerance)
}

function lineIn(line: readonly number[], area: Rectangle): number[][] {
  const box = boxOf(line)
  if (!meets(box, area)) return []
  return halvesCrossed(box, area)
    .reduce<readonly (readonly number[])[]>((lines, half) => lines.flatMap((one) => clipLine(one, half)), [line])
    .map((one) => simplify(one, tolerance))
}

/** The edges of an area that a shape crosses: most shapes cross none. */
const halvesCrossed = (box: Rectangle, area: Rectangle) =>
  halvesOf(area).filter(({ axis, limit, side }) =>
    side < 0 ? (axis === 0 ? box.left : box.top) < limit : (axis === 0 ? box.right : box.bottom) > limit,
  )

const sizeOf = ({ left, top, right, bottom }: Rectangle): number => Math.max(right - left, bottom - top)

/** Width or height, the larger one; negative for nothing. */
export const spanOf = (part: readonly number[]): number => sizeOf(boxOf(part))

/** At most `mostPoints`: first simpler lines without the smallest shapes; if that would leave almost nothing or too much, the largest shapes. */
export function withFewerPoints(all: readonly VectorShape[], mostPoints: number): readonly VectorShape[] {
  let fewer = all
  // Each round takes as long as drawing the map: one with far too many points begins with a coarse one.
  const first = 2 * tolerance * (pointsIn(all) > 6 * mostPoints ? 4 : 1)
  for (let within = first; pointsIn(fewer) > mostPoints && within < 4; within *= 2) {
    const simpler = simplified(fewer, within)
    if (pointsIn(simpler) < Math.min(fewestPoints, mostPoints / 2)) break
    fewer = simpler
  }
  return pointsIn(fewer) > mostPoints ? largestShapes(fewer, mostPoints) : fewer
}

/** Without what is smaller than `within` in lines, and without the smallest shapes. */
export const simplified = (all: readonly VectorShape[], within: number): VectorShape[] =>
  all.map(({ kind, parts }) => ({
    kind,
    parts: parts.filter((part) => spanOf(part) > 3 * within).map((part) => simplify(part, within)),
  }))

/** In the same order, since later shapes are drawn above earlier ones. */
function largestShapes(all: readonly VectorShape[], mostPoints: number): VectorShape[] {
  const spans = all.flatMap(({ parts }) => parts.map((part) => ({ part, span: spanOf(part) })))
  const kept = new Set<readonly number[]>()
  let points = 0
  for (const { part } of spans.toSorted((one, other) => other.span - one.span)) {
    if (points + part.length / 2 > mostPoints) continue
    points += part.length / 2
    kept.add(part)
  }
  return all.map(({ kind, parts }) => ({ kind, parts: parts.filter((part) => kept.has(part)) }))
}

export const pointsIn = (all: readonly VectorShape[]): number =>
  all.reduce((sum, { parts }) => sum + parts.reduce((points, { length }) => points + length / 2, 0), 0)
